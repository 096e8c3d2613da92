#!/usr/bin/env python3
"""Checks that a library exports every name of a list under its version node.

usage: exported_symbols.py LIBRARY LIST [PREFIX]

A line of LIST: NODE NAME. A name may have several nodes. What is missing is printed by area.
With PREFIX only the names that begin with it.
"""
import collections
import subprocess
import sys

AREAS = [
    ("GOMP_PLUGIN_", "offload plugins (src/abi/gomp/unsupported.cpp)"),
    ("GOMP_", "GCC's entry points (src/abi/gomp)"),
    ("__kmpc_", "LLVM's entry points (src/abi/kmpc)"),
    ("kmp", "LLVM's extensions (src/abi/kmpc)"),
    ("omp_", "OpenMP's functions (src/abi/omp)"),
]


def exported(library):
    output = subprocess.run(
        ["nm", "-D", "--defined-only", "--with-symbol-versions", library],
        check=True, capture_output=True, text=True).stdout
    symbols = set()
    for line in output.splitlines():
        kind, name = line.split()[-2:]
        if kind not in "TWiDRBV":
            continue
        base, _, node = name.replace("@@", "@").partition("@")
        symbols.add((node, base))
    return symbols


def area(name):
    return next((text for prefix, text in AREAS if name.startswith(prefix)), "others")


def main():
    library, listed, *prefix = sys.argv[1:]
    present = exported(library)
    with open(listed, encoding="ascii") as lines:
        wanted = [tuple(line.split()) for line in lines if line.strip()]
    wanted = [(node, name) for node, name in wanted if name.startswith(tuple(prefix) or "")]
    missing = collections.defaultdict(list)
    for node, name in wanted:
        if (node, name) not in present:
            missing[area(name)].append(f"{name}@{node}")
    for text, names in sorted(missing.items()):
        print(f"{text}: {len(names)} missing")
        for name in names:
            print(f"  {name}")
    print(f"{len(wanted)} names wanted, {sum(map(len, missing.values()))} missing")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
