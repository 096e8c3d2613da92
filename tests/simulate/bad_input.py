#!/usr/bin/env python3
"""What a user of tidemill-simulate can get wrong: one line that names the value and the remedy, and status 2.

usage: bad_input.py PATH_OF_TIDEMILL_SIMULATE
"""
import subprocess
import sys

GOOD = ["cholesky", "2", "2", "2", "4"]

# arguments, what the message has to contain
CASES = [
    (["cholesk", "1", "1", "1", "1"], ["'cholesk' is not a known problem", "heat or cholesky"]),
    ([""], ["'' is not a known problem"]),
    (["heat", "1"], ["1 number(s)", "heat RANKS WORKERS ROWS COLS ITERATIONS"]),
    ([*GOOD, "0.1", "7"], ["6 number(s)", "cholesky P Q WORKERS TILES"]),
    ([*GOOD, "--policy"], ["--policy", "fifo, messages"]),
    ([*GOOD, "--policy", "fast"], ["--policy fast", "fifo, messages"]),
    ([*GOOD, "--mark"], ["'--mark' is no option", "--marks"]),
    ([*GOOD, "soon"], ["'soon' is not a number", "give cholesky P Q WORKERS TILES"]),
    ([*GOOD, "-1"], ["MESSAGE is -1", "0 or more"]),
    ([*GOOD, "nan"], ["MESSAGE is nan"]),
    (["cholesky", "0", "2", "2", "4"], ["P is 0", "whole number"]),
    (["cholesky", "1.5", "2", "2", "4"], ["P is 1.5", "whole number"]),
    (["cholesky", "1e6", "1e6", "1", "1"], ["P x Q x WORKERS is 1000000000000", "at most"]),
    (["cholesky", "2", "2", "2", "100000"], ["TILES", "at most"]),
    (["heat", "1e6", "1e6", "1", "1", "1"], ["RANKS x WORKERS is 1000000000000", "at most"]),
    (["heat", "1", "1", "1e6", "1e6", "1"], ["RANKS x ROWS x COLS x ITERATIONS", "at most"]),
]

failures = []


def run(words, out=subprocess.PIPE):
    return subprocess.run([sys.argv[1], *words], stdout=out, stderr=subprocess.PIPE, text=True, timeout=60)


for words, fragments in CASES:
    done = run(words)
    if (done.returncode != 2 or done.stdout or done.stderr.count("\n") != 1
            or not done.stderr.startswith("tidemill-simulate: ")
            or not all(fragment in done.stderr for fragment in fragments)):
        failures.append(f"{words}: {done}")

helped = run(["--help"])
if helped.returncode != 0 or "usage:" not in helped.stdout or helped.stderr:
    failures.append(f"--help: {helped}")
with open("/dev/full", "w") as full:
    lost = run(GOOD, full)
if lost.returncode != 2 or "cannot be written" not in lost.stderr:
    failures.append(f"output that is lost: {lost}")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
