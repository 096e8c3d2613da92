#!/usr/bin/env python3
"""The table of docs/affinity.md: where each form of an affinity sent its task, by compiler.

  table.py --prefix LIB --include DIR --out DIR --check FILE     is it what the file says?
  table.py --prefix LIB --include DIR --out DIR --write FILE     write it there

Builds clauses.c and clauses.f90 with each compiler that is here, and runs them on a described
machine of 4 nodes with 2 processors each. A compiler that isn't here keeps its column."""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BEGIN = "<!-- by tests/affinity/table.py: begin -->\n"
END = "<!-- by tests/affinity/table.py: end -->\n"
COMPILERS = {
    "C": {"GCC 12": ["gcc-12"], "Clang 19": ["clang-19"]},
    "Fortran": {"gfortran 12": ["gfortran-12", "-cpp"], "flang 19": ["flang-new-19", "-cpp"]},
}
LEVELS = ("-O0", "-O2")


def compile_program(command, level, language, arguments, work):
    """The program; in Fortran without the clause, if the compiler refuses that."""
    work.mkdir(parents=True, exist_ok=True)
    if language == "Fortran":
        module = Path(arguments.include) / "tidemill" / "tidemill_affinity.f90"
        subprocess.run([command[0], "-c", module], cwd=work, check=True)
    source = HERE / ("clauses.f90" if language == "Fortran" else "clauses.c")
    program = work / "clauses"
    options = ["-fopenmp", level, "-I", arguments.include, "-o", program, source,
               "-L", arguments.prefix, "-ltidemill", "-ldl"]
    if language == "Fortran":
        clause = subprocess.run([*command, "-DCLAUSE", *options], cwd=work,
                                stderr=subprocess.DEVNULL, check=False)
        if clause.returncode == 0:
            return program
    subprocess.run([*command, *options], cwd=work, check=True)
    return program


def answers(program, arguments):
    environment = dict(
        os.environ, OMP_PLACES="cores", OMP_NUM_THREADS="8", TM_EXPECT="tidemill",
        TIDEMILL_TOPOLOGY="synthetic:numa:4 core:2 pu:1", TIDEMILL_DATA_AFFINITY="depend",
        LD_LIBRARY_PATH=f"{arguments.prefix}/tidemill/compat:{arguments.prefix}")
    run = subprocess.run([program], env=environment, check=True, timeout=60, text=True,
                         stdout=subprocess.PIPE)
    return dict(line.rsplit(": ", 1) for line in run.stdout.splitlines())


def column(command, language, arguments):
    """form -> answer; the same at all levels, or both."""
    found = {}
    for level in LEVELS:
        work = Path(arguments.out) / f"{command[0]}{level}"
        for form, answer in answers(compile_program(command, level, language, arguments, work),
                                    arguments).items():
            known = found.setdefault(form, answer)
            if known != answer:
                found[form] = f"{known}; {answer} with {level}"
    return found


def rows(text):
    """(language, form) -> {compiler: answer} of a table as it is written."""
    found = {}
    language, names = None, []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| form in "):
            language, names = cells[0].removeprefix("form in "), cells[1:]
        elif line.startswith("| `") or (line.startswith("| ") and language and "---" not in line):
            found[language, cells[0].strip("`")] = dict(zip(names, cells[1:]))
    return found


def table(columns, before):
    for language, compilers in COMPILERS.items():
        forms = list(dict.fromkeys(
            form for name in compilers for form in columns.get(name, {})))
        forms = forms or [form for lang, form in before if lang == language]
        yield f"| form in {language} | " + " | ".join(compilers) + " |"
        yield "| --- |" + " --- |" * len(compilers)
        for form in forms:
            cells = []
            for name in compilers:
                if name in columns:
                    cells.append(columns[name].get(form, "refused by the compiler"))
                else:
                    cells.append(before.get((language, form), {}).get(name, ""))
            yield f"| `{form}` | " + " | ".join(cells) + " |"
        yield ""


def main():
    parser = argparse.ArgumentParser()
    for name in ("--prefix", "--include", "--out"):
        parser.add_argument(name, required=True)
    parser.add_argument("--check", type=Path)
    parser.add_argument("--write", type=Path)
    arguments = parser.parse_args()
    arguments.prefix = str(Path(arguments.prefix).resolve())
    arguments.include = str(Path(arguments.include).resolve())
    file = arguments.check or arguments.write
    text = file.read_text()
    head, rest = text.split(BEGIN)
    old, tail = rest.split(END)
    columns = {}
    for language, compilers in COMPILERS.items():
        for name, command in compilers.items():
            if shutil.which(command[0]) is None:
                print(f"no {command[0]} here: the column of {name} stays as it is")
                continue
            columns[name] = column(command, language, arguments)
    new = "\n" + "\n".join(table(columns, rows(old)))
    if arguments.write:
        file.write_text(head + BEGIN + new + END + tail)
        return 0
    if new == old:
        return 0
    print(f"{file} says:\n{old}\nbut it is:\n{new}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
