"""`--against FOLDER` of tm-bench micro and metg: the same compiled programs on two builds of Tidemill.

A row is a case, a number of threads and a compiler; against.py says how rows are measured and judged.
"""

import functools
import sys

import against
import command
import counting
import outputs
import sides as sides_module


def compare(name, rows, run, settings_of, options):
    """Measures rows (case, threads, side) by run(side, case, threads) -> {"value": } or {"failed": },
    prints them, and writes the files asked for. Returns the exit status."""
    for_valgrind = counting.method(rows[0][2]) if rows else None
    if for_valgrind is None:
        print(f"{name}: no instruction counter and no valgrind: rows that 60 rounds don't settle stay "
              "undecided: apt-get install valgrind", file=sys.stderr)
    command.warn_when_busy(name)
    machine, judged = command.machine(), []
    print(against.heading(), flush=True)

    @functools.lru_cache(maxsize=None)
    def counts(case, side):
        """On one thread, so alike for all rows of the case."""
        if for_valgrind is None:
            return None
        on = builds(side, options)
        return against.both_counted(
            lambda build: for_valgrind.count(on[build], case, settings_of(case), options.timeout))

    with outputs.Progress() as progress:
        for place, (case, threads, side) in enumerate(rows, 1):
            def shown(text):
                progress.show(f"row {place} of {len(rows)}: {case}, {threads} threads, {side.compiler}: {text}")

            row = measure(case, threads, side, run, shown, options)
            shown("instructions")
            row["instructions"] = counts(case, side) and dict(counts(case, side))
            judged.append(against.judge(row, options.at_most))
            progress.clear()
            print(against.line(judged[-1]), flush=True)
    return against.finish(name, judged, machine, options)


def builds(side, options):
    """The side of each of against.SIDES."""
    old = sides_module.of_build(side, options.against)
    return {against.NEW: side, against.OLD: old, against.AGAIN: old}


def measure(case, threads, side, run, shown, options):
    on = builds(side, options)

    def one(build, number):
        shown(f"round {number} (at most {options.most_rounds}): {build}")
        return run(on[build], case, threads)

    return {"name": f"{case}, {threads} threads, {side.compiler}", "case": case, "threads": threads,
            "compiler": side.compiler, **against.measure(one, options)}


def rows_of(cases, threads):
    """(case, threads, side) of {case: sides}, Tidemill's alone."""
    return [(case, count, side) for case, sides in cases.items() for count in threads
            for side in sides if side.runtime == "tidemill"]
