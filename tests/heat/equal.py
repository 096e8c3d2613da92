#!/usr/bin/env python3
"""Every variant of heat gives the bits of serial: whatever the shape of the problem, the size of
the blocks, the number of ranks and of threads.

Each run compares itself with serial (--check); besides, the residuals all runs of a problem report
must be equal, and the interop variants must not have fallen back to serialised messages.
"""
import itertools
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "apps"))
import cases
import launch

SHAPES = {"square": (260, 260), "wide": (143, 811), "tall": (907, 130)}
SHAPES_FULL = {"square": (1100, 1100), "wide": (1031, 2203), "tall": (2311, 1029)}
VARIANTS = ["pure", "nbuffer", "forkjoin", "sentinel", "interop-blk", "interop-nonblk"]
QUICK = [(ranks, threads) for ranks, threads in zip([2, 3, 1, 4, 2, 3, 4, 2, 1],
                                                   [2, 1, 4, 3, 1, 2, 4, 3, 2])]


def plan(full):
    """(shape, block, ranks, threads): all of them, or each shape and block size once."""
    if full:
        yield from itertools.product(SHAPES_FULL.values(), (64, 100, 256, 512, 1024), range(1, 5),
                                     range(1, 5))
    else:
        pairs = itertools.product(SHAPES.values(), (16, 64, 100))
        for (shape, block), (ranks, threads) in zip(pairs, QUICK):
            yield shape, block, ranks, threads


def failure_of(options, variant, shape, block, ranks, threads, residuals):
    """What is wrong with one run, or nothing."""
    single = variant in ("serial", "blocked", "pure", "nbuffer")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "run.json")
        outcome = launch.run(options, ranks, 1 if single else threads, variant, "--size",
                             "{}x{}".format(*shape), "--block", block, "--iters", options.iters,
                             "--check", "--json", path)
        if outcome.statuses != [0] * ranks:
            return f"exit statuses {outcome.statuses}: {outcome.err.strip()}"
        result = json.loads(path.read_text())
    if result["equal_to_serial"] is not True or "bitwise equal" not in outcome.out:
        return f"no word of equality in {outcome.out.strip()!r}"
    known = residuals.setdefault(shape, result["residual"])
    if result["residual"] != known:
        return f"residual {result['residual']!r}, other runs have {known!r}"
    if result["threads"] != (1 if single else threads):
        return f"ran with {result['threads']} threads"
    if variant.startswith("interop") and result["message_tasks"] != options.message_tasks:
        return f"message tasks are {result['message_tasks']}"
    return None


def main():
    parser = launch.arguments("heat", __doc__)
    parser.add_argument("--full", action="store_true",
                        help="blocks of 64 to 1024, all of 1 to 4 ranks and threads")
    parser.add_argument("--variants", nargs="+", default=VARIANTS)
    parser.add_argument("--iters", type=int, default=7)
    parser.add_argument("--message-tasks", default="free", choices=["free", "serialised"],
                        help="how the interop variants are to run: 'serialised' where the MPI is "
                        "not task-aware")
    options = parser.parse_args()
    residuals = {}
    shapes = (SHAPES_FULL if options.full else SHAPES).values()
    runs = [(alone, shape, 64, 2, 1) for alone in ("serial", "blocked") for shape in shapes]
    runs += [(variant, *how) for how in plan(options.full) for variant in options.variants]
    cases.equal(((f"{variant}, {shape[0]}x{shape[1]}, block {block}, {ranks} ranks x {threads} threads",
                  lambda: failure_of(options, variant, shape, block, ranks, threads, residuals))
                 for variant, shape, block, ranks, threads in runs), "bitwise equal to serial")


if __name__ == "__main__":
    main()
