#!/usr/bin/env python3
"""Checks that no static variable of a function is initialised under a lock.

usage: no_guards.py OBJECT...

A child forked by another thread meanwhile would wait at it for ever (src/platform/first_use.hpp).
"""
import subprocess
import sys


def guarded(objects):
    """Those that ask for the lock. One nm for all: a line is OBJECT: U SYMBOL."""
    symbols = subprocess.run(["nm", "-A", "-u", *objects], check=True, capture_output=True, text=True).stdout
    return [line.split(":")[0] for line in symbols.splitlines() if line.endswith(" __cxa_guard_acquire")]


def main():
    objects = [path for path in sys.argv[1:] if not path.endswith(".gch")]  # a precompiled header has no code
    if not objects:
        print("no objects given")
        return 1
    found = guarded(objects)
    for path in found:
        print(f"{path}: has a static variable of a function; use platform::FirstUse")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
