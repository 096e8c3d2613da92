#!/usr/bin/env python3
"""docs/conformance.md from the results that run.py left: a row for each program, a column for each
compiler and runtime.

  table.py --out DIR --markdown FILE    write the table
  table.py --check FILE                 its rows are those of the suite (no results needed)"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

import suite

COMPILERS = {
    "c": ("gcc-12", "clang-22", "clang-19", "clang-16", "clang-14"),
    "cxx": ("gcc-12", "clang-19", "clang-16", "clang-14"),
    "fortran": ("gfortran-12", "flang-19", "flang-16"),
}
COLUMNS = {language: [(chain, on) for chain in chains for on in ("tidemill", "control")]
           for language, chains in COMPILERS.items()}
TITLES = {"c": "C", "cxx": "C++", "fortran": "Fortran"}
MARKS = {"passed": "yes", "failed": "**no**", "refused": "–", "excused": "no", "missing": ""}
ROW = re.compile(r"^\| (\S.*?) \| `((?:c|cxx|fortran)/\w+)` \|")


def load(folder):
    """(toolchain, on) -> {threads: {program: outcome}}"""
    found = {}
    for path in sorted(Path(folder).glob("*.json")):
        toolchain, on, threads = path.stem.rsplit(".", 2)
        found.setdefault((toolchain, on), {})[int(threads)] = json.loads(path.read_text())
    return found


def worst(runs, name):
    """A program's outcome over all numbers of threads: the worst of them."""
    outcomes = [results[name] for results in runs.values() if name in results]
    for kind in ("failed", "excused", "refused", "passed"):
        for outcome in outcomes:
            if outcome["outcome"] == kind:
                return outcome
    return {"outcome": "missing"}


def runtime_of(toolchain):
    return "libgomp" if toolchain.startswith(("gcc", "gfortran")) else "libomp"


def heading(toolchain, on):
    runtime = "Tidemill" if on == "tidemill" else runtime_of(toolchain)
    return f"{runtime}, {toolchain.replace('-', ' ')}"


def notes_of(outcomes):
    """What was not asked of whom, each reason once."""
    reasons = {}
    for (toolchain, on), outcome in outcomes:
        name = toolchain.replace("-", " ")
        if outcome["outcome"] == "refused":
            reasons.setdefault(outcome["reason"], ("cannot express it", []))[1].append(name)
        elif outcome["outcome"] == "excused":
            who = f"{runtime_of(toolchain)} ({name})" if on == "control" else f"{name}'s code"
            names = reasons.setdefault(outcome["reason"], ("", []))[1]
            if f"{name}'s code" not in names:  # which fails on its own runtime, too
                names.append(who)
    for reason, (verdict, names) in reasons.items():
        yield f"{', '.join(dict.fromkeys(names))}{' ' if verdict else ''}{verdict}: {reason}"


def section(language, results, programs):
    columns = [column for column in COLUMNS[language] if column in results]
    yield f"\n## {TITLES[language]}\n"
    yield "| construct and clauses | program | " + " | ".join(heading(*c) for c in columns) + " | remarks |"
    yield "| --- | --- |" + " :-: |" * len(columns) + " --- |"
    for program in programs:
        outcomes = [(column, worst(results[column], program.name)) for column in columns]
        marks = " | ".join(MARKS[outcome["outcome"]] for _, outcome in outcomes)
        title = program.title.replace("|", "\\|")
        yield f"| {title} | `{program.name}` | {marks} | {'; '.join(notes_of(outcomes))} |"


def versions(results):
    for toolchain in sorted({toolchain for toolchain, _ in results}):
        chain = suite.toolchain(toolchain, "/tmp")
        compiler = chain and next(iter(chain.commands.values()))
        if compiler:
            first = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout
            yield f"- {toolchain}: {first.splitlines()[0]}"


def counts(results):
    yield "| | passed | failed | wrong in itself | cannot be expressed |"
    yield "| --- | --: | --: | --: | --: |"
    order = list(dict.fromkeys(column for columns in COLUMNS.values() for column in columns))
    for column in [column for column in order if column in results]:
        names = next(iter(results[column].values()))
        kinds = [worst(results[column], name)["outcome"] for name in names]
        number = {kind: kinds.count(kind) for kind in MARKS}
        threads = ", ".join(map(str, sorted(results[column])))
        yield (f"| {heading(*column)} ({threads} threads) | {number['passed']} | {number['failed']} | "
               f"{number['excused']} | {number['refused']} |")


def markdown(results):
    yield "# Conformance\n"
    yield "<!-- Written by tests/conformance/table.py from the results of a run: do not edit. -->\n"
    yield ("A program for each construct and clause of OpenMP 5.2, and some of 6.0, that the compilers can express, "
           "run on Tidemill and, as a control, on the compiler's own runtime. **yes**: passes with "
           "every number of threads it was run with; **no**: does not; –: the compiler refuses the "
           "program. The remarks say why, as in `tests/conformance/exceptions.toml`; a construct "
           "for which the *compiler* makes wrong code can pass nowhere and says so.\n")
    yield from versions(results)
    yield ""
    yield from counts(results)
    everything = suite.programs()
    for language in COLUMNS:
        yield from section(language, results, [p for p in everything if p.language == language])
    yield "\nTo repeat it:\n"
    yield "    cmake --build build/release --target conformance_table\n"


def check(path):
    rows = {match[2]: match[1].replace("\\|", "|") for match in map(ROW.match, Path(path).read_text().splitlines()) if match}
    expected = {program.name: program.title for program in suite.programs()}
    complaints = [f"{name} has no row" for name in expected if name not in rows]
    complaints += [f"{name} has a row but is no program" for name in rows if name not in expected]
    complaints += [f"{name}: the row says '{rows[name]}', the program '{expected[name]}'"
                   for name in expected if name in rows and rows[name] != expected[name]]
    for complaint in complaints:
        print(f"{path}: {complaint}")
    if complaints:
        print("write it anew: cmake --build build/release --target conformance_table")
    return 1 if complaints else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", help="where run.py left its results")
    parser.add_argument("--markdown", metavar="FILE", help="write the table there")
    parser.add_argument("--check", metavar="FILE", help="are the rows those of the suite?")
    options = parser.parse_args()
    if options.check:
        return check(options.check)
    results = load(Path(options.out) / "results")
    if not results:
        raise SystemExit(f"no results in {options.out}/results: run.py run first")
    Path(options.markdown).write_text("\n".join(markdown(results)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
