#!/usr/bin/env python3
"""Checks that no static variable of a function is initialised under a lock.

usage: no_guards.py OBJECT...

A child forked by another thread meanwhile would wait at it for ever (src/platform/first_use.hpp).
"""
import subprocess
import sys


def guarded(path):
    symbols = subprocess.run(["nm", "-u", path], check=True, capture_output=True, text=True).stdout
    return any(line.split()[-1] == "__cxa_guard_acquire" for line in symbols.splitlines() if line)


def main():
    objects = [path for path in sys.argv[1:] if not path.endswith(".gch")]  # a precompiled header has no code
    found = [path for path in objects if guarded(path)]
    for path in found:
        print(f"{path}: has a static variable of a function; use platform::FirstUse")
    return 1 if found or not objects else 0


if __name__ == "__main__":
    sys.exit(main())
