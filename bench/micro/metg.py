#!/usr/bin/env python3
"""The smallest task that pays: METG(50 %) of Tidemill, libgomp and libomp, in one interleaved run.

Graphs of tasks with dependences (stencil, butterfly, tree, random nearest neighbours) run with
shorter and shorter tasks, which may also touch memory or capture a struct. Measured is the shortest
task with which half of the machine's peak is kept, as the time its computation takes by itself.
"x gcc" is Tidemill's under the GCC-built program divided by that of the better of libgomp and libomp;
"at most" is what it is to reach. docs/benchmarks.md, of an installed prefix
share/doc/tidemill/docs/benchmarks.md, says how to read the numbers.
"""

import argparse
import math
import pathlib
import statistics
import sys

# In the sources the folder beside; installed, all lie in one.
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import command  # noqa: E402
import options as options_module  # noqa: E402
import outputs  # noqa: E402
import rounds  # noqa: E402
import sides as sides_module  # noqa: E402
import table  # noqa: E402
import two_builds  # noqa: E402

COMMAND = "tm-bench metg"
HALF = 0.5
SHORTEST = 4  # points, of whose losses the median counts
NEVER = "half of the peak is never reached: try a larger --longest"


def parse():
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--patterns", help="names, separated by commas (default: all; --list shows them)")
    parser.add_argument("--list", action="store_true", help="list the patterns and end")
    parser.add_argument("--threads", default="2", help="numbers of threads (default: 2)")
    options_module.add_common(parser)
    parser.add_argument("--longest", type=int, default=32768,
                        help="iterations of the longest tasks (default: 32768, some 50 us)")
    found = parser.parse_args()
    options_module.check_common(parser, found)
    found.threads = command.numbers(parser, "--threads", found.threads)
    if found.longest < 32:
        parser.error(f"--longest {found.longest}: at least 32")
    return parser, found


def curve(results):
    """Medians over the rounds, longest tasks first; lengths that not every round reached are left
    out: below them nothing is kept anyway."""
    count = min(len(result["points"]) for result in results)
    points = []
    for i in range(count):
        same = [result["points"][i] for result in results]
        points.append({"iterations": same[0]["iterations"],
                       "length_ns": statistics.median(p["length_ns"] for p in same),
                       "efficiency": statistics.median(p["efficiency"] for p in same)})
    return points


def crossing(points):
    """The length where the efficiency crosses one half, on a logarithmic axis; None if it is
    never reached. Where tasks can't be short enough, as those that touch memory: the length at which
    what the shortest ones lose would be half."""
    shorter = None
    for point in reversed(points):
        if point["efficiency"] >= HALF:
            if shorter is None:
                return lost(points[-SHORTEST:])
            share = (HALF - shorter["efficiency"]) / (point["efficiency"] - shorter["efficiency"])
            low, high = math.log(shorter["length_ns"]), math.log(point["length_ns"])
            return math.exp(low + share * (high - low))
        shorter = point
    return None


def lost(points):
    """Nanoseconds of a core that a task takes beside its work; at least one, as nothing is free."""
    return max(1.0, statistics.median(
        point["length_ns"] * (1 / point["efficiency"] - 1) for point in points))


def measure(pattern, threads, sides, options, progress):
    def run(side, number):
        progress.show(f"{pattern}, {threads} threads, round {number} of {options.rounds}: {side.name}")
        return sides_module.run_once(side, [pattern, threads, options.longest], {}, options.timeout)

    results, failed = sides_module.interleaved(sides, options.rounds, run)
    row = {"case": pattern, "threads": threads, "failed": failed, "sides": {}, "curves": {}}
    for name, values in results.items():
        if name in failed or not values:
            continue
        row["curves"][name] = curve(values)
        middle = crossing(row["curves"][name])
        each = [found for found in (crossing(value["points"]) for value in values) if found]
        if middle is None or not each:
            row["failed"][name] = NEVER
            continue
        # The crossing of the median curve; the single rounds' say how much it varies.
        row["sides"][name] = {**rounds.summary(each), "median": middle}
    return row


def compare_builds(patterns, sides, options):
    def run(side, pattern, threads):
        result = sides_module.run_once(side, [pattern, threads, options.longest], {}, options.timeout)
        if "failed" in result:
            return result
        found = crossing(result["points"])
        return {"failed": NEVER} if found is None else {"value": found}

    rows = two_builds.rows_of({pattern: sides for pattern in patterns}, options.threads)
    return two_builds.compare(COMMAND, rows, run, lambda pattern: {}, options)


def main():
    parser, options = parse()
    sides, absent = sides_module.find_sides("metg", options.compilers)
    known = sides_module.listed(sides[0])
    if options.list:
        print("\n".join(known))
        return 0
    patterns = command.chosen(parser, "--patterns", options.patterns, known)
    for reason in absent:
        print(f"{COMMAND}: left out: {reason}", file=sys.stderr)
    if options.against is not None:
        return compare_builds(patterns, sides, options)
    command.warn_when_busy(COMMAND)
    machine = command.machine()
    names = table.order({side.name for side in sides})
    rows = []
    print(table.heading(names, "shortest task with half the peak, ns"), flush=True)
    with outputs.Progress() as progress:
        for pattern in patterns:
            for threads in options.threads:
                row = measure(pattern, threads, sides, options, progress)
                rows.append(table.judge({**row, "case": f"metg-{pattern}"}, machine["cores"]))
                progress.clear()
                print(table.line(rows[-1], names), flush=True)
                for name, why in row["failed"].items():
                    print(f"{COMMAND}: {pattern}, {threads} threads, {name}: {why}", file=sys.stderr)
    result = {"what": COMMAND, "machine": machine, "rounds": options.rounds, "rows": rows}
    judged = table.print_verdicts(rows, [])
    outputs.write_json(options.json, result)
    if options.plot:
        import plots
        plots.metg(result, options.plot)
        print(f"picture: {options.plot}")
    return 1 if options.check and any(verdict != "pass" for verdict in judged) else 0


if __name__ == "__main__":
    command.run(COMMAND, main)
