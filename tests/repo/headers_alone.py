"""Checks that every header compiles alone, and twice in a row: it includes what it uses and has a
guard. Public headers compile as C and as C++; those of them that see MPI, with every MPI given. The
build compiles our sources with each MPI, and so what they include: whether a header stands alone, one
MPI shows.

A header that a source includes before all else has been compiled alone by the build, by that with
AddressSanitizer at least, which compiles each source once without precompiled headers: only its guard is
looked for.

usage: headers_alone.py ROOT --cc CC --cxx CXX [--mpi NAME=FOLDER,FOLDER...]...
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

import tree

SEES_MPI = re.compile(r'#\s*include\s*[<"](mpi\.h|TAMPI\.h)[>"]')
CXX = ["-x", "c++", "-std=c++20", "-fopenmp"]
C = ["-x", "c", "-std=c11", "-fopenmp"]
FOLDERS = ("include", "src", "src/mpi", "apps", "tests")
INCLUDE = re.compile(r'^#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r"//.*?$|/\*.*?\*/", re.MULTILINE | re.DOTALL)
GUARD = re.compile(r"#\s*pragma\s+once|#\s*ifndef\s+(\w+)\s+#\s*define\s+\1\b")


def built_alone(root):
    """The headers that a source includes before all else, but for public ones: the build compiles
    these as one language of two."""
    found = set()
    for source in tree.files(root, (".cpp",)):
        first = INCLUDE.search(source.read_text(errors="replace"))
        for folder in (source.parent, *(root / name for name in FOLDERS)) if first else ():
            found.add((folder / first[1]).resolve())
    return {header for header in found if not header.is_relative_to(root / "include")}


def has_guard(header):
    return GUARD.match(COMMENT.sub("", header.read_text(errors="replace")).strip()) is not None


def compilations(header, root, arguments):
    """The command lines with which `header` has to compile."""
    mpis = [name_and_folders.split("=", 1)[1] for name_and_folders in arguments.mpi]
    public = header.is_relative_to(root / "include")
    if not (public and SEES_MPI.search(header.read_text(errors="replace"))):
        mpis = mpis[:1]  # for a header that includes one that sees MPI
    environments = [[f"-isystem{folder}" for folder in mpi.split(",")] for mpi in mpis] or [[]]
    folders = [f"-I{root / name}" for name in FOLDERS]
    for environment in environments:
        yield [arguments.cxx, *CXX, "-Wall", "-Wextra", *folders, *environment]
        if public:
            yield [arguments.cc, *C, "-Wall", "-Wextra", *folders, *environment]


def compile_alone(header, command):
    """None, or what the compiler says."""
    with tempfile.NamedTemporaryFile("w", suffix=".cpp") as source:
        source.write(f'#include "{header}"\n#include "{header}"\n')
        source.flush()
        done = subprocess.run(
            [*command, "-Werror", "-fsyntax-only", source.name], capture_output=True, text=True
        )
    return done.stderr if done.returncode else None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=tree.root_of)
    parser.add_argument("--cc", required=True)
    parser.add_argument("--cxx", required=True)
    parser.add_argument("--mpi", action="append", default=[])
    arguments = parser.parse_args()
    headers = tree.files(arguments.root, tree.HEADERS)
    built = built_alone(arguments.root)
    violations = [
        f"{header.relative_to(arguments.root)} has no guard: begin it with #pragma once"
        for header in headers
        if header in built and not has_guard(header)
    ]
    jobs = [
        (header, command)
        for header in headers
        if header not in built
        for command in compilations(header, arguments.root, arguments)
    ]
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for (header, command), error in zip(jobs, pool.map(compile_alone, *zip(*jobs))):
            if error:
                name = header.relative_to(arguments.root)
                violations.append(f"{name} does not compile alone: {' '.join(command)}\n{error}")
    return tree.report(violations, len(headers), "headers alone")


if __name__ == "__main__":
    sys.exit(main())
