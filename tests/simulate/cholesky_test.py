#!/usr/bin/env python3
"""tidemill-simulate cholesky against a list-scheduling model of its own, written without any of the
runtime's code: times in gemms on a perfect runtime, within 2 %.

usage: cholesky_test.py PATH_OF_TIDEMILL_SIMULATE
"""
import re
import subprocess
import sys

# Order of ready tasks -> what to ask for. ma1: a priority for the tasks that send, and no more.
ASKED = {"fifo": ["--policy", "fifo"], "ready": ["--policy", "ready"],
         "ma1": ["--policy", "ready", "--marks"], "sa": ["--policy", "sa", "--marks"]}
# P, Q, workers, tiles, message -> fifo, ready, ma1, sa
MODEL = {(2, 4, 4, 32, 0.1): (231.5, 198.7, 192.1, 200.2),
         (2, 4, 4, 32, 0.5): (248.2, 205.7, 197.9, 203.3),
         (4, 8, 4, 64, 0.25): (501.9, 446.0, 427.5, 416.2)}
# Nobody has marked anything: it loses what is over when the first rank has sent.
MOST_BEHIND = 1.03

failures = []


def time_of(shape, words):
    told = subprocess.run([sys.argv[1], "cholesky", *map(str, shape), *words], check=True,
                          capture_output=True, text=True).stdout
    return float(re.search(r"^cholesky +([\d.]+) gemms", told, re.M).group(1))


for shape, times in MODEL.items():
    for (name, words), expected in zip(ASKED.items(), times):
        time = time_of(shape, words)
        if abs(time / expected - 1) > 0.02:
            failures.append(f"{shape} {name}: {time} gemms, the model says {expected}")
    # Ahead of all others; with marks by more.
    ga = time_of(shape, ["--policy", "ga", "--marks"])
    if ga > min(times):
        failures.append(f"{shape} ga: {ga} gemms, the best other takes {min(times)}")
    fa = time_of(shape, ["--policy", "fa"])
    if fa > MOST_BEHIND * times[-1] or fa > 0.91 * times[0]:
        failures.append(f"{shape} fa: {fa} gemms, sa takes {times[-1]}, fifo {times[0]}")
    ga = time_of(shape, ["--policy", "ga"])
    if ga > min(*times, fa):
        failures.append(f"{shape} ga without marks: {ga} gemms, the best other takes {min(*times, fa)}")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
