#!/usr/bin/env python3
"""Checks that no function of the runtime is longer than one screen.

usage: function_length.py ROOT

Relies on clang-format's layout: a function's first line and its closing brace stand at the same indentation.
Rows of a table, `{...},`, don't count.
"""
import re
import sys
from pathlib import Path

MOST_LINES = 60
NO_FUNCTION = re.compile(r"\s*(namespace|class|struct|enum|union|extern|typedef|using|#|//|\})|.*=\s*\{")
STATEMENT = re.compile(r"\s*(if|for|while|switch|else|do|return|const auto|auto|\w+\()\b")
ROW = re.compile(r"\s*\{.*\},?$")


def first_line(lines, opening):
    """Of the function whose `{` ends line `opening`: its signature may take some lines."""
    first = opening
    while first > 0:
        before = lines[first - 1].strip()
        if not before or before.endswith((";", "}", "{", ":")) or before.startswith(("//", "#")):
            break
        first -= 1
    return first


def functions_in(text):
    """(first line, lines that count) of each; of what lies in a function, too."""
    lines = text.split("\n")
    for opening, line in enumerate(lines):
        if not line.endswith("{") or ")" not in line or NO_FUNCTION.match(line) or STATEMENT.match(line):
            continue
        first = first_line(lines, opening)
        indentation = len(lines[first]) - len(lines[first].lstrip())
        closing = " " * indentation + "}"
        last = next((number for number in range(opening + 1, len(lines))
                     if lines[number].startswith(closing)), None)
        if last is None or STATEMENT.match(lines[first]):
            continue  # a statement's
        yield first, sum(1 for number in range(first, last + 1) if not ROW.match(lines[number]))


def main():
    root = Path(sys.argv[1])
    found = []
    functions = 0
    for path in sorted((root / "src").rglob("*.[hc]pp")):
        for first, length in functions_in(path.read_text()):
            functions += 1
            if length > MOST_LINES:
                found.append(f"{path.relative_to(root)}:{first + 1}: a function of {length} lines, at most "
                             f"{MOST_LINES}: split it")
    if functions < 2000:
        found.append(f"{root}: only {functions} functions found")
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
