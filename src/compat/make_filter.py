#!/usr/bin/env python3
"""Writes the assembly text and the version script of a filter library: every name and version node
that LIBRARY exports, none of its code. See CMakeLists.txt.

usage: make_filter.py NM LIBRARY OUTPUT_STEM
"""
import subprocess
import sys


def exported(nm, library):
    """Nodes, and for each symbol: (name with @ or @@ and node, whether data, size in bytes)."""
    output = subprocess.run([nm, "-D", "-S", "--defined-only", "--with-symbol-versions", library],
                            check=True, capture_output=True, text=True).stdout
    nodes, symbols = [], []
    for line in output.splitlines():
        words = line.split()
        kind, name = words[-2:]
        size = int(words[1], 16) if len(words) == 4 else 0
        if kind == "A":
            nodes.append(name.split("@")[0])
        elif "@" in name:
            symbols.append((name, kind in "DBRVd", size))
    return nodes, symbols


def main():
    nm, library, stem = sys.argv[1:]
    nodes, symbols = exported(nm, library)
    data = [symbol for symbol in symbols if symbol[1]]
    code = [symbol for symbol in symbols if not symbol[1]]
    lines = []
    for section, kind, members in ((".text", "function", code), (".data", "object", data)):
        lines.append(section)
        for name, _, size in members:
            label = f"filtered_{len(lines)}"
            lines += [f".globl {label}", f".type {label}, %{kind}", f".symver {label}, {name}",
                      f"{label}:"]
            if kind == "object":
                lines += [f".zero {max(size, 8)}", f".size {label}, {size}"]
        lines.append(".zero 8")
    lines.append('.section .note.GNU-stack, "", %progbits')
    with open(stem + ".s", "w", encoding="ascii") as out:
        out.write("\n".join(lines) + "\n")
    with open(stem + ".map", "w", encoding="ascii") as out:
        out.writelines(f"{node} {{ }};\n" for node in nodes[:-1])
        out.write(f"{nodes[-1]} {{ local: filtered_*; }};\n")


if __name__ == "__main__":
    main()
