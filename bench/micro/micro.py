#!/usr/bin/env python3
"""Times each mechanism of OpenMP on Tidemill, libgomp and libomp, in one interleaved run.

The same programs, built once by GCC and once by Clang, run as short processes on each runtime in
turn; medians, in nanoseconds per operation. "x gcc" is Tidemill's time under the GCC-built program
divided by that of the better of libgomp and libomp; "at most" what it is to reach.
"""

import argparse
import json
import subprocess
import sys

import sides as sides_module
import table
import targets

SETTINGS = {"priority": {"OMP_MAX_TASK_PRIORITY": "10"}}


def parse():
    parser = argparse.ArgumentParser(prog="tm-bench micro", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", help="names, separated by commas (default: all; --list shows them)")
    parser.add_argument("--list", action="store_true", help="list the cases")
    parser.add_argument("--threads", default="1,2,8", help="numbers of threads (default: 1,2,8)")
    parser.add_argument("--rounds", type=int, default=7, help="processes a side (default: 7)")
    parser.add_argument("--compilers", default="gcc,clang", help="of gcc,clang (default: both)")
    parser.add_argument("--budget", type=float, default=0.2,
                        help="seconds a process measures (default: 0.2)")
    parser.add_argument("--timeout", type=float, default=60,
                        help="seconds after which a process counts as failed (default: 60)")
    parser.add_argument("--json", metavar="FILE", help="write all results there")
    parser.add_argument("--check", action="store_true",
                        help="exit status 1 when a verdict isn't 'pass'")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error(f"--rounds {options.rounds}: at least 1")
    options.threads = numbers(parser, "--threads", options.threads)
    options.compilers = options.compilers.split(",")
    for compiler in options.compilers:
        if compiler not in sides_module.RIVAL:
            parser.error(f"--compilers {compiler}: gcc and clang are known")
    return parser, options


def numbers(parser, option, text):
    try:
        found = [int(word) for word in text.split(",")]
    except ValueError:
        found = [0]
    if min(found) < 1:
        parser.error(f"{option} {text}: numbers from 1, separated by commas")
    return found


def all_cases(sides):
    listed = subprocess.run([str(sides[0].program), "--list"], text=True, check=True,
                            env=sides_module.environment(sides[0], {}), stdout=subprocess.PIPE)
    return listed.stdout.split()


def chosen_cases(parser, options, known):
    if options.cases is None:
        return known
    for case in options.cases.split(","):
        if case not in known:
            parser.error(f"--cases {case}: no such case; there are: {', '.join(known)}")
    return options.cases.split(",")


def measure(case, threads, sides, options):
    words = [case, threads, "--budget", options.budget]

    def run(side):
        return sides_module.run_once(side, words, SETTINGS.get(case, {}), options.timeout)

    results, failed = sides_module.interleaved(sides, options.rounds, run)
    row = {"case": case, "threads": threads, "failed": failed, "sides": {}}
    for name, values in results.items():
        if name in failed or not values:
            continue
        row["sides"][name] = table.summary([value["ns_per_operation"] for value in values])
        for extra in ("outstanding", "bytes_per_task", "bytes_left_per_task"):
            if extra in values[0]:
                row["sides"][name][extra] = table.summary([v[extra] for v in values])["median"]
    return row


def main():
    parser, options = parse()
    sides, absent = sides_module.find_sides("cases", options.compilers)
    known = all_cases(sides)
    if options.list:
        print("\n".join(known))
        return 0
    cases = chosen_cases(parser, options, known)
    for reason in absent:
        print(f"tm-bench micro: left out: {reason}", file=sys.stderr)
    sides_module.warn_when_busy("tm-bench micro")
    machine = sides_module.machine()
    names = [side.name for side in sides]
    rows = []
    print(table.heading(names, "ns per operation"), flush=True)
    for case in cases:
        for threads in options.threads:
            row = table.judge(measure(case, threads, sides, options), machine["cores"])
            rows.append(row)
            print(table.line(row, names), flush=True)
            for name, why in row["failed"].items():
                print(f"tm-bench micro: {case}, {threads} threads, {name}: {why}", file=sys.stderr)
    judged = [row["verdict"] for row in rows if row["verdict"] is not None]
    print(f"{judged.count('pass')} of {len(judged)} targets reached")
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"what": "tm-bench micro", "machine": machine, "rounds": options.rounds,
                       "budget": options.budget, "rows": rows}, file, indent=1)
    return 1 if options.check and any(verdict != "pass" for verdict in judged) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except sides_module.BenchError as error:
        sys.exit(f"tm-bench micro: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
