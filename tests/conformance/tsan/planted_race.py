#!/usr/bin/env python3
"""A planted race is reported, and the same accesses in order are not: what a silent run of the
suite under ThreadSanitizer is worth. With each compiler named.

  planted_race.py --out DIR --compat DIR TOOLCHAIN..."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import suite  # noqa: E402

RACE_STATUS = 66


def compile_program(chain, folder):
    binary = Path(folder) / chain.name / "planted_race"
    binary.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([chain.commands["c"], "-O1", "-fopenmp", *chain.flags,
                    *suite.sanitizer_flags("thread", chain), "-I", str(HERE.parent),
                    str(HERE / "planted_race.c"), "-o", str(binary), "-ldl"], check=True)
    return binary


def run(binary, order, compat):
    environment = {**os.environ, "OMP_NUM_THREADS": "4", "TM_EXPECT": "tidemill",
                   "LD_LIBRARY_PATH": compat,
                   "TSAN_OPTIONS": f"exitcode={RACE_STATUS} atexit_sleep_ms=0"}
    return subprocess.run([str(binary), order], env=environment, capture_output=True, text=True,
                          errors="replace", timeout=60)


def judge(order, done):
    """What is wrong with it, or nothing."""
    reported = "data race" in done.stderr
    if order != "unordered":
        return None if done.returncode == 0 else f"{order}: exits with {done.returncode}"
    if done.returncode == RACE_STATUS and reported:
        return None
    return f"the planted race is not reported: exits with {done.returncode}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("toolchains", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--compat", required=True)
    options = parser.parse_args()
    fine = True
    for name in options.toolchains:
        chain = suite.toolchain(name, options.out)
        if not chain:
            print(f"{name} is not installed")
            fine = False
            continue
        binary = compile_program(chain, options.out)
        for order in ("unordered", "depend", "taskwait", "critical"):
            done = run(binary, order, options.compat)
            complaint = judge(order, done)
            print(f"{name}: {order}: {complaint or 'as it has to be'}")
            if complaint:
                print(done.stdout + done.stderr)
                fine = False
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
