#!/usr/bin/env python3
"""What each variant of heat takes on a perfect runtime and network, in block times.

A block takes 1; a message takes the latency and no processor; sends are buffered. In which order a
rank's workers take ready tasks the runtime's own policy `fifo` says (tools/simulate). Every rank owns ROWS x COLS blocks; `pure` and `nbuffer`
run on RANKS x WORKERS ranks of one worker instead, which share the same blocks.

usage: model.py RANKS WORKERS ROWS COLS ITERATIONS [LATENCY]      e.g. model.py 4 4 16 16 20
"""
import dataclasses
import os
import pathlib
import subprocess
import sys

LATENCY = 0.01


@dataclasses.dataclass
class Shape:
    """A problem and what it runs on. `rows` and `cols` are blocks of one rank."""
    ranks: int
    workers: int
    rows: int
    cols: int
    iterations: int
    latency: float = LATENCY

    def work(self):
        return self.ranks * self.rows * self.cols * self.iterations


def pipeline(ranks, columns, cost, iterations, latency):
    """Ranks that compute `columns` stripes in turn, each once the rank above has ended the stripe
    in the same sweep and the rank below in the sweep before (before the first sweep: at once)."""
    never = [-latency] * columns
    below = [[0.0] * columns for _ in range(ranks)] + [never]  # the sweep before, of each rank
    free = [0.0] * ranks
    for _ in range(iterations):
        above = never
        for rank in range(ranks):
            ends = []
            for column in range(columns):
                news = max(above[column], below[rank + 1][column]) + latency
                free[rank] = max(free[rank], news) + cost
                ends.append(free[rank])
            below[rank] = above = ends
    return max(free)


def simulate(shape, policy="fifo"):
    """{variant: time} of the variants whose tasks the runtime orders, by its own policy code."""
    command = [simulator(), "heat", *dataclasses.astuple(shape), "--policy", policy]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr.strip())
    lines = [line.split() for line in done.stdout.splitlines()[1:]]
    return {words[0]: float(words[1]) for words in lines}


def simulator():
    """The driver built from tools/simulate: $SIMULATE, or the newest in a build folder."""
    if "SIMULATE" in os.environ:
        return os.environ["SIMULATE"]
    root = pathlib.Path(__file__).resolve().parents[2]
    built = sorted(root.glob("build/*/bin/tidemill-simulate"), key=lambda path: path.stat().st_mtime)
    if not built:
        sys.exit("tidemill-simulate is not built: scripts/build tidemill_simulate")
    return built[-1]


def pure(s):
    return pipeline(s.ranks * s.workers, 1, s.rows * s.cols / s.workers, s.iterations, s.latency)


def nbuffer(s):
    return pipeline(s.ranks * s.workers, s.cols, s.rows / s.workers, s.iterations, s.latency)


def forkjoin(s):
    return simulate(s)["forkjoin"]


def sentinel(s):
    return simulate(s)["sentinel"]


def interop(s):
    return simulate(s)["interop"]


VARIANTS = {"pure": pure, "nbuffer": nbuffer, "forkjoin": forkjoin, "sentinel": sentinel,
            "interop-blk": interop, "interop-nonblk": interop}


def main():
    if len(sys.argv) not in (6, 7):
        sys.exit(__doc__)
    shape = Shape(*map(int, sys.argv[1:6]), *map(float, sys.argv[6:]))
    print(f"{shape.ranks} ranks x {shape.workers} workers, {shape.rows}x{shape.cols} blocks a rank, "
          f"{shape.iterations} iterations, latency {shape.latency} blocks")
    for name, predict in VARIANTS.items():
        time = predict(shape)
        share = shape.work() / (time * shape.ranks * shape.workers)
        print(f"{name:14} {time:10.1f} blocks   efficiency {share:5.2f}")


if __name__ == "__main__":
    main()
