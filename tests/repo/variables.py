"""Checks that docs/environment.md lists every environment variable the sources name, and none that
they don't; and that the runtime knows each TIDEMILL_ one, of which it says when others are set.

usage: variables.py ROOT
"""

import re
import sys

import tree

NAME = r"(?:OMP|KMP|GOMP|TIDEMILL)_[A-Z0-9_]+"
LITERAL = re.compile(rf'"({NAME})"')
FOLDERS = ("src", "tools")
KNOWN = "src/platform/environment.hpp"
DOCUMENT = "docs/environment.md"


def named_in_sources(root, sources):
    """{variable: the first file that names it}."""
    found = {}
    for source in sources:
        for name in LITERAL.findall(source.read_text(errors="replace")):
            found.setdefault(name, source.relative_to(root).as_posix())
    return found


def documented(text):
    """All that the document names, and those its tables have a row for."""
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    names = set(re.findall(rf"`({NAME})[`=]", text))
    return names, {name for cell in cells for name in re.findall(rf"`({NAME})`", cell)}


def violations_in(root, sources):
    named = named_in_sources(root, sources)
    listed, rows = documented((root / DOCUMENT).read_text())
    known = set(LITERAL.findall((root / KNOWN).read_text()))
    found = [
        f"{DOCUMENT}: {name}, of {file}, is not there: add it"
        for name, file in sorted(named.items())
        if name not in listed
    ]
    found += [
        f"{DOCUMENT}: no source names {name}: take it out" for name in sorted(rows - set(named))
    ]
    found += [
        f"{KNOWN}: {name}, of {file}, is not known: who sets it is warned"
        for name, file in sorted(named.items())
        if name.startswith("TIDEMILL_") and name not in known
    ]
    return found


def main():
    root = tree.root_of(sys.argv[1])
    sources = [
        path
        for path in tree.files(root, tree.SOURCES)
        if path.relative_to(root).parts[0] in FOLDERS
    ]
    return tree.report(violations_in(root, sources), len(sources), "variables")


if __name__ == "__main__":
    sys.exit(main())
