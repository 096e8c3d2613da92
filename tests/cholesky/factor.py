#!/usr/bin/env python3
"""cholesky's factor is that of the matrix, and solves: whatever the annotation, the policy, the tiles,
the ranks and their grid, and the threads.

Each run checks itself (--check). Besides, tasks work on tiles in an order that dependences fix, so all
runs of one matrix in the same tiles must come to the same factor: to the same residuals, to the bit.
"""
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "apps"))
import launch

ANNOTATIONS = ["none", "mark", "ma1", "ma2", "ma3"]
POLICIES = ["fifo", "messages", "ready", "lifo", "sa", "fa", "ga"]
# Tiles that divide the matrix, that don't, one tile alone, tiles of one number.
MATRICES = [("96", "16"), ("250", "32"), ("70", "70"), ("12", "1")]
PLACES = [(1, 1), (2, 2), (3, 1), (4, 2), (1, 4), (2, 1), (3, 3), (4, 4)]
GRIDS = [(4, "4x1"), (4, "2x2"), (3, "3x1"), (4, "1x4")]
# The paper's: tiles of a row, and tasks that communicate, on each grid (tables 2 and 4).
COUNTS = [(256, "4x4", 2829056, 388624), (256, "4x8", 2829056, 640632), (256, "8x8", 2829056, 892640),
          (256, "8x16", 2829056, 1372880), (101, "1x2", 176851, 10100), (128, "2x2", 357760, 32512),
          (161, "2x4", 708561, 102082), (203, "4x4", 1414910, 243616)]


def plan(full):
    """(matrix, annotation, policy, ranks, threads, further arguments)"""
    policies = itertools.cycle(POLICIES)
    if full:
        for matrix, annotation in itertools.product(MATRICES[:2], ANNOTATIONS):
            for ranks, threads in itertools.product(range(1, 5), repeat=2):
                yield matrix, annotation, next(policies), ranks, threads, []
        return
    places = itertools.cycle(PLACES)
    for annotation, policy in itertools.product(ANNOTATIONS, POLICIES):
        yield (MATRICES[1], annotation, policy, *next(places), [])
    for matrix, annotation in zip(MATRICES, ["ma3", "ma2", "none", "ma1"]):
        yield (matrix, annotation, next(policies), *next(places), [])
    for ranks, grid in GRIDS:
        yield MATRICES[0], "none", next(policies), ranks, 2, ["--grid", grid]
    for annotation in ("none", "ma1"):
        yield MATRICES[0], annotation, next(policies), 3, 2, ["--message-delay", "2000"]


def run_checked(options, ranks, threads, arguments, **env):
    """(JSON of the run, None) or (None, what is wrong)."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "run.json")
        outcome = launch.run(options, ranks, threads, *arguments, "--check", "--json", path,
                             OMP_MAX_TASK_PRIORITY="100", **env)
        if outcome.statuses != [0] * ranks:
            return None, f"exit statuses {outcome.statuses}: {outcome.err.strip()}"
        if "factor within" not in outcome.out:
            return None, f"no word of the check in {outcome.out.strip()!r}"
        return json.loads(path.read_text()), None


def failure_of(result, threads, key, known):
    """What is wrong with a run that ended well, or nothing."""
    residuals = (result["factor_residual"], result["solution_residual"])
    if not all(0 <= residual <= 1e-12 for residual in residuals):
        return f"residuals {residuals}"
    if residuals != known.setdefault(key, residuals):
        return f"residuals {residuals}, other runs have {known[key]}"
    if result["threads"] != threads:
        return f"ran with {result['threads']} threads"
    return None


def matrices(options, full):
    known = {}
    for matrix, annotation, policy, ranks, threads, more in plan(full):
        size, tile = matrix
        result, wrong = run_checked(options, ranks, threads, ["--annotate", annotation, "--size", size,
                                                              "--tile", tile, *more],
                                    TIDEMILL_POLICY=policy)
        wrong = wrong or failure_of(result, threads, matrix, known)
        if wrong:
            print(f"FAILED {annotation}, {policy}, {size} in {tile}, {ranks} ranks x {threads} threads, "
                  f"{more}: {wrong}", flush=True)
        yield not wrong


def laplacian(side, layout):
    """The 5-point Laplacian of a square as a Matrix Market file; positive definite."""
    order = side * side
    lower = {(n, n): 4 for n in range(order)}
    lower |= {(n, n - 1): -1 for n in range(order) if n % side}
    lower |= {(n, n - side): -1 for n in range(side, order)}
    if layout == "array":
        values = [lower.get((row, col), 0) for col in range(order) for row in range(col, order)]
        lines = [f"{order} {order}", *map(str, values)]
        return "%%MatrixMarket matrix array integer symmetric\n" + "\n".join(lines) + "\n"
    both = dict(lower)
    if layout == "general":
        both |= {(col, row): value for (row, col), value in lower.items()}
    lines = [f"{order} {order} {len(both)}"]
    lines += [f"{row + 1} {col + 1} {value}" for (row, col), value in both.items()]
    return (f"%%MatrixMarket matrix coordinate real {layout}\n% a comment\n" + "\n".join(lines) + "\n")


def files(options):
    known = {}
    for layout in ("symmetric", "general", "array"):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "laplacian.mtx")
            path.write_text(laplacian(9, layout))
            result, wrong = run_checked(options, 3, 2, ["--input", path, "--tile", "10"])
        wrong = wrong or failure_of(result, 2, "laplacian", known)
        if not wrong and result["size"] != 81:
            wrong = f"order {result['size']}"
        if wrong:
            print(f"FAILED file, {layout}: {wrong}", flush=True)
        yield not wrong


def counts(options):
    for tiles, grid, compute, communication in COUNTS:
        outcome = launch.run(options, 1, 1, "--size", tiles * 512, "--tile", "512", "--grid", grid, "--count")
        expected = f"{compute} compute tasks, {communication} communication tasks\n"
        if outcome.statuses != [0] or outcome.out != expected:
            print(f"FAILED count, {tiles} tiles on {grid}: {outcome}", flush=True)
        yield outcome.out == expected and outcome.statuses == [0]


def sleeping(options):
    """Tasks that sleep, late messages, a picture."""
    with tempfile.TemporaryDirectory() as folder:
        path, picture = pathlib.Path(folder, "run.json"), pathlib.Path(folder, "schedule.png")
        outcome = launch.run(options, 4, 2, "--size", "48", "--tile", "8", "--kernel", "sleep=3000",
                             "--message-delay", "3000", "--json", path, "--png", picture, "--progress")
        well = outcome.statuses == [0] * 4 and "cholesky: 50 %" in outcome.err
        well = well and picture.read_bytes().endswith(b"IEND\xaeB`\x82")
        # On the critical path each step has potrf, trsm and syrk or gemm, and two messages; the last potrf.
        least = 5 * (1 / 6 + 1 / 2 + 1 / 2 + 1 + 1) * 3e-3
        well = well and json.loads(path.read_text())["seconds"] > least
    if not well:
        print(f"FAILED sleeping: {outcome}", flush=True)
    yield well


def on_libgomp(options):
    """Another runtime than Tidemill: no task-aware MPI, so message tasks run one at a time."""
    library = subprocess.run(["gcc", "-print-file-name=libgomp.so.1"], capture_output=True, text=True, check=True)
    for threads, more in ((1, []), (3, ["--message-delay", "100"])):
        result, wrong = run_checked(options, 3, threads, ["--size", "96", "--tile", "16", *more],
                                    LD_PRELOAD=library.stdout.strip())
        wrong = wrong or failure_of(result, threads, "libgomp", {})
        if not wrong and result["message_tasks"] != "serialised":
            wrong = f"message tasks {result['message_tasks']}"
        if wrong:
            print(f"FAILED on libgomp, {threads} threads: {wrong}", flush=True)
        yield not wrong


def main():
    parser = launch.arguments("cholesky", __doc__)
    parser.add_argument("--full", action="store_true", help="all of 1 to 4 ranks and threads")
    options = parser.parse_args()
    results = list(matrices(options, options.full))
    if not options.full:
        results += [*files(options), *counts(options), *sleeping(options), *on_libgomp(options)]
    print(f"{sum(results)} of {len(results)} runs as they should be")
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
