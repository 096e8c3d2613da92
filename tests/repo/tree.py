"""The repository's own source files, for the checks in this folder."""

import pathlib

FOLDERS = ("include", "src", "apps", "bench", "tools", "tests")
HEADERS = (".h", ".hpp")
SOURCES = HEADERS + (".c", ".cpp")
NOT_C = ("TAMPIf.h",)  # Fortran, by the name its users know


def files(root, suffixes):
    """All files with one of `suffixes`, sorted, below the source folders of `root`."""
    found = []
    for folder in FOLDERS:
        found += [path for path in (root / folder).rglob("*") if path.suffix in suffixes]
    return sorted(path for path in found if path.is_file() and path.name not in NOT_C)


def report(violations, checked, what):
    """Prints each violation and a closing line; returns the exit status. Nothing to check is a
    failure: the check looked in the wrong place."""
    for violation in violations:
        print(violation)
    if not checked:
        print(f"{what}: no source file found: give the repository's root")
        return 2
    print(f"{what}: {checked} files, {len(violations)} violations")
    return 1 if violations else 0


def root_of(text):
    return pathlib.Path(text).resolve()
