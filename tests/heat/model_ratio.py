#!/usr/bin/env python3
"""Measures the variants of heat with sleeping blocks and compares them with the model (model.py).

The blocks sleep, so that dozens of threads share a few cores; the runtime, the scheduling and the
messages are real. Fails if a variant is off the model by more than --limit, or if the variants do
not stand to each other as they should.
"""
import json
import os
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "apps"))
import launch
import model

BLOCK = 64  # cells; their number only makes the messages' size
INTEROP_TO_FORKJOIN = 0.55
INTEROP_TO_SENTINEL = 0.82
# interop-nonblk "no slower than" interop-blk: the policy learns which tasks send at the run's beginning,
# a few block times earlier or later. Under "fifo" both are within 2 %.
NOISE = 1.08
SINGLE_THREADED = ("pure", "nbuffer")


def measure(options, shape, variant):
    """The result of one run."""
    single = variant in SINGLE_THREADED
    ranks = shape.ranks * shape.workers if single else shape.ranks
    size = f"{shape.ranks * shape.rows * BLOCK}x{shape.cols * BLOCK}"
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, f"{variant}.json")
        outcome = launch.run(options, ranks, 1 if single else shape.workers, variant, "--size",
                             size, "--block", BLOCK, "--iters", shape.iterations, "--kernel",
                             f"sleep={options.usec}", "--json", path, time_limit_s=300)
        if outcome.statuses != [0] * ranks:
            sys.exit(f"{variant}: exit statuses {outcome.statuses}: {outcome.err.strip()}")
        result = json.loads(path.read_text())
    if variant.startswith("interop") and result["message_tasks"] != "free":
        sys.exit(f"{variant}: the MPI is not task-aware, message tasks are serialised")
    return result


def ratio(runs, a, b):
    """How long `a` takes for one time unit of `b`: the median of the rounds that measured both, one
    right after the other, so that load that comes or goes between two rounds is in neither's favour."""
    rounds = runs[a].keys() & runs[b].keys()
    return statistics.median(runs[a][count] / runs[b][count] for count in rounds)


def complaints(runs, ideals, limit):
    """What breaks a limit: the variants to measure again, and the text. `runs`: variant -> round ->
    measured, `ideals`: variant -> model, both in block times."""
    for variant, ideal in ideals.items():
        off = min(runs[variant].values()) / ideal - 1
        if abs(off) > limit:
            yield [variant], f"{variant}: {100 * off:+.1f} % off the model"

    def at_most(a, b, factor):
        if a in runs and b in runs and ratio(runs, a, b) > factor:
            yield [a, b], f"{a} takes {ratio(runs, a, b):.3f} of {b}, limit {factor}"

    yield from at_most("interop-blk", "forkjoin", INTEROP_TO_FORKJOIN)
    yield from at_most("interop-blk", "sentinel", INTEROP_TO_SENTINEL)
    yield from at_most("interop-nonblk", "interop-blk", NOISE)


def main():
    parser = launch.arguments("heat", __doc__)
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--blocks", type=int, nargs=2, default=(16, 16), metavar=("ROWS", "COLS"),
                        help="blocks of one rank")
    parser.add_argument("--iters", type=int, default=20)
    parser.add_argument("--usec", type=int, default=2000, help="sleep of a block")
    parser.add_argument("--limit", type=float, default=0.06, help="largest deviation from the model")
    parser.add_argument("--repeat", type=int, default=1,
                        help="rounds at most, of the variants that break a limit: the best counts, of two "
                        "that are compared the median of their ratios")
    parser.add_argument("--variants", nargs="+", default=list(model.VARIANTS),
                        choices=list(model.VARIANTS))
    parser.add_argument("--json", help="folder to write each variant's result to, with the model's")
    options = parser.parse_args()
    if options.blocks[0] % options.threads:
        parser.error(f"--blocks {options.blocks[0]} ...: not a multiple of --threads "
                     f"{options.threads}, pure and nbuffer could not share the rows")
    if options.json:
        os.makedirs(options.json, exist_ok=True)  # before anything is measured
    shape = model.Shape(options.ranks, options.threads, *options.blocks, options.iters)
    print(f"{shape.ranks} ranks x {shape.workers} threads, {shape.rows}x{shape.cols} blocks a rank, "
          f"{shape.iterations} iterations, a block sleeps {options.usec} us")
    print(f"{'variant':14}  {'seconds':>8}  {'block times':>11}  {'model':>8}  {'off':>7}  efficiency")
    ideals = {variant: model.VARIANTS[variant](shape) for variant in options.variants}
    runs = {variant: {} for variant in options.variants}
    results = {}
    due = options.variants
    for count in range(1, options.repeat + 1):
        for variant in due:
            result = measure(options, shape, variant)
            measured, ideal = result["seconds"] / (options.usec * 1e-6), ideals[variant]
            efficiency = shape.work() / (measured * shape.ranks * shape.workers)
            print(f"{variant:14}  {result['seconds']:8.3f}  {measured:11.1f}  {ideal:8.1f}  "
                  f"{100 * (measured / ideal - 1):+6.1f}%  {efficiency:10.2f}", flush=True)
            runs[variant][count] = measured
            if measured == min(runs[variant].values()):
                results[variant] = result
            results[variant]["best_of"] = count
        wrong = list(complaints(runs, ideals, options.limit))
        due = [variant for variant in options.variants if any(variant in names for names, _ in wrong)]
    if options.json:
        for variant, result in results.items():
            result["model_seconds"] = ideals[variant] * options.usec * 1e-6
            pathlib.Path(options.json, f"{variant}.json").write_text(json.dumps(result, indent=2))
    for _, text in wrong:
        print(f"FAILED {text}")
    sys.exit(len(wrong) > 0)


if __name__ == "__main__":
    main()
