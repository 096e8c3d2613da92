#!/usr/bin/env python3
"""Every variant of jacobi gives the bits of serial: whatever the size of the blocks, the threads, the
affinity, the compiler and the runtime.

Each run compares itself with a sweep without blocks (--check); besides, the residuals that all runs
of a problem report must be equal.
"""
import itertools
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "apps"))
import teams

SHAPES = [(64, 16), (100, 33), (37, 37), (21, 1), (130, 64), (16, 3)]  # points, block
ITERATIONS = 9
KINDS = list(itertools.product(("for", "tasks"), ("none", "strict", "nonstrict")))


def failure_of(side, variant, affinity, threads, shape, residuals):
    size, block = shape
    result, wrong = teams.checked_run(side, threads, variant, "--size", size, "--block", block,
                                      "--iters", ITERATIONS, "--affinity", affinity)
    if wrong:
        return wrong
    known = residuals.setdefault(size, result["residual"])
    if result["residual"] != known:
        return f"residual {result['residual']!r}, other runs have {known!r}"
    if result["affinity_known"] and affinity != "none":
        return misplaced(result, variant, affinity)
    return None


def misplaced(result, variant, affinity):
    """Where tasks and data lie, on a runtime that has affinity."""
    if result["threads"] > 1 and result["data_in_place"] != 1:
        return f"{result['data_in_place']} of the blocks lie where they were sent"
    if (variant == "for" or affinity == "strict") and result["tasks_in_place"] != 1:
        return f"{result['tasks_in_place']} of the tasks ran where they were sent"
    return None


def cases(options):
    residuals = {}
    shapes = itertools.cycle(SHAPES)
    for side in teams.sides(options):
        for shape in SHAPES:
            yield (f"{side.name}, serial, {shape}",
                   lambda: failure_of(side, "serial", "none", 1, shape, residuals))
        for threads, (variant, affinity) in itertools.product((1, 2, 4, 8), KINDS):
            shape = next(shapes)
            yield (f"{side.name}, {variant}, {affinity}, {shape}, {threads} threads",
                   lambda: failure_of(side, variant, affinity, threads, shape, residuals))
        # Another number of cases than of shapes: each kind meets each shape at some side.
        next(shapes)


if __name__ == "__main__":
    teams.equal(cases(teams.arguments("jacobi", __doc__).parse_args()))
