"""Checks that every header compiles alone, and twice in a row: it includes what it uses and has a
guard. Public headers compile as C and as C++; those that see MPI, with every MPI given.

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


def compilations(header, root, arguments):
    """The command lines with which `header` has to compile."""
    mpis = [name_and_folders.split("=", 1)[1] for name_and_folders in arguments.mpi]
    in_mpi_layer = header.is_relative_to(root / "src/mpi")
    if in_mpi_layer or SEES_MPI.search(header.read_text(errors="replace")):
        environments = [[f"-isystem{folder}" for folder in mpi.split(",")] for mpi in mpis]
    else:
        # Headers that include one that sees MPI need it as well; which MPI is all the same then.
        environments = [[f"-isystem{folder}" for folder in mpi.split(",")] for mpi in mpis[:1]]
        environments = environments or [[]]
    folders = [f"-I{root / name}" for name in ("include", "src", "src/mpi", "tests")]
    for environment in environments:
        yield [arguments.cxx, *CXX, "-Wall", "-Wextra", *folders, *environment]
        if header.is_relative_to(root / "include"):
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
    jobs = [
        (header, command)
        for header in headers
        for command in compilations(header, arguments.root, arguments)
    ]
    violations = []
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for (header, command), error in zip(jobs, pool.map(compile_alone, *zip(*jobs))):
            if error:
                name = header.relative_to(arguments.root)
                violations.append(f"{name} does not compile alone: {' '.join(command)}\n{error}")
    return tree.report(violations, len(headers), "headers alone")


if __name__ == "__main__":
    sys.exit(main())
