"""Checks that the sources are formatted by .clang-format, or formats them.

usage: format.py ROOT [--fix]

Exactly version 14, which Debian 12 and Ubuntu 24.04 both have: the versions disagree in details,
so that any other would find faults in files that have none.
"""

import re
import shutil
import subprocess
import sys

import tree

VERSION = "14"


def clang_format():
    """The path of clang-format 14, or None."""
    for name in (f"clang-format-{VERSION}", "clang-format"):
        path = shutil.which(name)
        if path is None:
            continue
        text = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
        if re.search(rf"version {VERSION}\.", text):
            return path
    return None


def main():
    root = tree.root_of(sys.argv[1])
    fix = sys.argv[2:] == ["--fix"]
    tool = clang_format()
    if tool is None:
        print(f"clang-format {VERSION} is missing: scripts/install-deps --for check installs it")
        return 2
    sources = tree.files(root, tree.SOURCES)
    if not sources:
        return tree.report([], 0, "format")
    mode = ["-i"] if fix else ["--dry-run", "-Werror"]
    done = subprocess.run(
        [tool, "--style=file", *mode, *map(str, sources)], capture_output=True, text=True
    )
    wrong = sorted(set(re.findall(r"^(\S+?):\d+:\d+: error: code should be", done.stderr, re.M)))
    violations = [f"{name}: not formatted: scripts/check --fix formats it" for name in wrong]
    if done.returncode != 0 and not violations:
        violations = [done.stderr.strip()]
    return tree.report(violations, len(sources), "format")


if __name__ == "__main__":
    sys.exit(main())
