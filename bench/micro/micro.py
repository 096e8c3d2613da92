#!/usr/bin/env python3
"""Times each mechanism of OpenMP on Tidemill, libgomp and libomp, in one interleaved run.

The same programs, built once by GCC and once by Clang, run as short processes on each runtime in
turn; medians, in nanoseconds per operation, with half the distance of the quartiles. "x gcc" is
Tidemill's time under the GCC-built program divided by that of the better of libgomp and libomp;
"at most" is what it is to reach. docs/benchmarks.md, of an installed prefix
share/doc/tidemill/docs/benchmarks.md, says how to read the numbers.
"""

import argparse
import pathlib
import sys

# In the sources the folder beside; installed, all lie in one.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import command  # noqa: E402
import counting  # noqa: E402
import options as options_module  # noqa: E402
import outputs  # noqa: E402
import overhead  # noqa: E402
import rounds  # noqa: E402
import sides as sides_module  # noqa: E402
import table  # noqa: E402
import two_builds  # noqa: E402

COMMAND = "tm-bench micro"
# Passive: who waits for the other thread at the end executes nothing, so instructions are its tasks'.
TWO_NODES = {"TIDEMILL_TOPOLOGY": "synthetic:numa:2 core:1 pu:1", "OMP_PLACES": "cores",
             "OMP_WAIT_POLICY": "passive"}
SETTINGS = {"priority": {"OMP_MAX_TASK_PRIORITY": "10"},
            **dict.fromkeys(("nodes", "nodes-affinity", "nodes-strict"), TWO_NODES)}
# A million tasks take some runtimes a minute; nothing about them changes from run to run.
MOST_ROUNDS = {"outstanding": 3, "suspended": 3}
# Numbers a program may print besides its time: of these the median is kept, of the others each.
EXTRAS = ("outstanding", "bytes_per_task", "bytes_left_per_task")
EACH = ("serial_ns", "beside_ns")


def settings_of(case):
    return SETTINGS.get(case, {})


def parse():
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", help="names, separated by commas (default: all; --list shows them)")
    parser.add_argument("--list", action="store_true", help="list the cases and end")
    parser.add_argument("--threads", default="1,2,8", help="numbers of threads (default: 1,2,8)")
    options_module.add_common(parser)
    parser.add_argument("--budget", type=float, default=0.2,
                        help="seconds a process measures (default: 0.2)")
    parser.add_argument("--instructions", action="store_true",
                        help="also count instructions per operation, on one thread: by the "
                             "processor's counters, or else by valgrind")
    found = parser.parse_args()
    options_module.check_common(parser, found)
    found.threads = command.numbers(parser, "--threads", found.threads)
    if found.budget <= 0:
        parser.error(f"--budget {found.budget}: seconds, more than 0")
    return parser, found


def measure(case, threads, sides, options, progress):
    words = [case, threads, "--budget", options.budget]
    number_of = min(options.rounds, MOST_ROUNDS.get(case, options.rounds))

    def run(side, number):
        progress.show(f"{case}, {threads} threads, round {number} of {number_of}: {side.name}")
        return sides_module.run_once(side, words, settings_of(case), options.timeout)

    results, failed = sides_module.interleaved(sides, number_of, run)
    row = {"case": case, "threads": threads, "failed": failed, "sides": {}}
    for name, values in results.items():
        if name in failed or not values:
            continue
        row["sides"][name] = rounds.summary([value["ns_per_operation"] for value in values])
        for extra in EXTRAS:
            if extra in values[0]:
                row["sides"][name][extra] = rounds.summary([v[extra] for v in values])["median"]
        for extra in EACH:
            if extra in values[0]:
                row["sides"][name][extra] = [value[extra] for value in values]
    return row


def measure_all(cases, options, cores, progress):
    names = table.order({side.name for sides in cases.values() for side in sides})
    rows = []
    print(table.heading(names, "ns per operation"), flush=True)
    for case, sides in cases.items():
        for threads in options.threads:
            row = table.judge(measure(case, threads, sides, options, progress), cores)
            rows.append(row)
            progress.clear()
            print(table.line(row, names), flush=True)
            for name, why in row["failed"].items():
                print(f"{COMMAND}: {case}, {threads} threads, {name}: {why}", file=sys.stderr)
    return rows


def way_to_count(side):
    how = counting.method(side)
    if how is None:
        raise command.BenchError("--instructions: this machine shows no instruction counter, "
                                 "and valgrind is missing: apt-get install valgrind")
    return how


def count_instructions(how, cases, options, progress):
    """Rows {case, sides: {name: count}} of the cases that can be repeated in one process."""
    rows = []
    names = table.order({side.name for sides in cases.values() for side in sides})
    print(f"\ninstructions per operation, on one thread, by {how.name}")
    print(table.plain_heading(names), flush=True)
    for case, sides in cases.items():
        if case in MOST_ROUNDS:
            continue
        row = {"case": case, "sides": {}}
        for side in sides:
            progress.show(f"{case}: instructions of {side.name}")
            row["sides"][side.name] = how.count(side, case, settings_of(case), options.timeout)
        progress.clear()
        rows.append(row)
        print(table.plain_line(row, names), flush=True)
    return rows


def compare_builds(cases, options):
    def run(side, case, threads):
        result = sides_module.run_once(side, [case, threads, "--budget", options.budget], settings_of(case),
                                       options.timeout)
        return result if "failed" in result else {"value": result["ns_per_operation"]}

    rows = two_builds.rows_of(cases, options.threads)
    return two_builds.compare(COMMAND, rows, run, settings_of, options)


def main():
    parser, options = parse()
    sides, absent = sides_module.find_sides("cases", options.compilers)
    known = {case: sides for case in sides_module.listed(sides[0])}
    native = sides_module.find_native("suspended")
    if native is not None:
        known["suspended"] = [native]
    if options.list:
        print("\n".join(known))
        return 0
    cases = {case: known[case] for case in command.chosen(parser, "--cases", options.cases, known)}
    for reason in absent:
        print(f"{COMMAND}: left out: {reason}", file=sys.stderr)
    if options.against is not None:
        return compare_builds(cases, options)
    how = way_to_count(sides[0]) if options.instructions else None
    command.warn_when_busy(COMMAND)
    machine = command.machine()
    with outputs.Progress() as progress:
        rows = measure_all(cases, options, machine["cores"], progress)
        memory = table.memory_rows(rows)
        if memory:
            print("\n" + "\n".join(table.memory_lines(memory)))
        over = overhead.rows(rows, machine["cores"])
        if over:
            names = table.order({name for row in over for name in row["over"]})
            print("\n" + "\n".join(overhead.lines(over, names)))
        result = {"what": COMMAND, "machine": machine, "rounds": options.rounds, "budget": options.budget,
                  "rows": rows, "memory": memory, "overhead": over}
        if how is not None:
            result["instructions"] = count_instructions(how, cases, options, progress)
            result["counted_by"] = how.name
    judged = table.print_verdicts(rows, memory + over)
    outputs.write_json(options.json, result)
    if options.plot:
        import plots
        plots.ratios(result, options.plot)
        print(f"picture: {options.plot}")
    return 1 if options.check and any(verdict != "pass" for verdict in judged) else 0


if __name__ == "__main__":
    command.run(COMMAND, main)
