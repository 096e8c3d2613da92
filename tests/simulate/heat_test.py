#!/usr/bin/env python3
"""tidemill-simulate heat under each policy: those that look at messages lose nothing by it.

The sends up and down are of two kinds here. A rank sends up long before it first sends down, so
what is learnt of one half of the sends alone would put the older ones off.

usage: heat_test.py PATH_OF_TIDEMILL_SIMULATE
"""
import re
import subprocess
import sys

MOST_SLOWER = 1.02  # than fifo
# Ranks, workers, rows and columns of blocks, iterations.
SHAPES = [(4, 4, 16, 16, 20), (8, 2, 8, 8, 20), (2, 8, 16, 16, 20), (4, 1, 16, 16, 20)]

failures = []


def time_of(shape, *words):
    told = subprocess.run([sys.argv[1], "heat", *map(str, shape), "--policy", *words], check=True,
                          capture_output=True, text=True).stdout
    return float(re.search(r"^interop +([\d.]+) blocks", told, re.M).group(1))


for shape in SHAPES:
    fifo = time_of(shape, "fifo")
    for words in (["fa"], ["ga"], ["sa", "--marks"], ["ga", "--marks"]):
        time = time_of(shape, *words)
        if time > MOST_SLOWER * fifo:
            failures.append(f"{shape} {' '.join(words)}: {time} blocks, fifo takes {fifo}")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
