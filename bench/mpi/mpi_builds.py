"""`tm-bench mpi --against FOLDER`: the cases with Tidemill in them on two builds of it.

A row is an MPI, a case and a side (mpi.py's); against.py says how rows are measured and judged. The
share of a core that waiting tasks take ("idle") has a target of its own and isn't compared.
"""

import against
import command
import instructions
import outputs
import ranks

WITHOUT_TIDEMILL = ("plain", "in turn", "idle")


def sides_of(table, cases):
    """(case, side, text) of each row of the table that has Tidemill in it, once."""
    found = {}
    for case, side, beside, beside_side, _, text in table:
        for one, of_side in ((case, side), (beside, beside_side)):
            if one in cases and of_side not in WITHOUT_TIDEMILL:
                found.setdefault((one, of_side), text if one == case else one)
    return [(case, side, text) for (case, side), text in found.items()]


def builds(options):
    return {against.NEW: command.prefix(), against.OLD: options.against, against.AGAIN: options.against}


def time_of(seconds, case):
    """Of bandwidths, beside MPI's own by the same process: what its pages make of them cancels."""
    own = seconds.get(f"plain-{case}")
    return seconds[case] if own is None else seconds[case] / own


def enough(case):
    """Repetitions beside which it is little what MPI's start differs by from run to run."""
    window = case.rpartition("-")[2]
    return 1 if window.isdigit() and int(window) >= 10000 else 5


def count(mpi, case, side, programs, build, options):
    """Instructions of a part (message, call) on one rank that sends to itself; None for bytes, whose
    blocking calls would wait for themselves, and where Valgrind can't tell."""
    if not instructions.have_valgrind() or case.startswith(("turns-", "bytes-")):
        return None
    totals = []
    for times in (enough(case) * instructions.FEW, enough(case) * instructions.MANY):
        words, _ = programs.command_of(mpi, side, case, options, build)
        words[-2] = times
        watched = [*instructions.under_valgrind(), "--trace-children=yes", *words]
        found, printed = instructions.collected(ranks.launch(mpi, 1, watched), ranks.environment({}, build),
                                                10 * options.timeout)
        if found is None:
            return None
        parts = [line.split()[1] for line in printed.splitlines() if line.startswith("parts-")]
        totals.append((found, times * float(parts[0])))
    return instructions.per_operation(*totals)


def compare(name, table, programs, options):
    """The whole command; `programs` is the module that knows how to run a side."""
    on = builds(options)
    rows = [(mpi, *row) for mpi in options.mpis for row in sides_of(table, options.cases)]
    for mpi in options.mpis:
        for build in set(on.values()):
            ranks.check_libraries(ranks.programs() / f"exchange-tasks-{mpi}", build)
    command.warn_when_busy(name)
    machine, judged = command.machine(), []
    print(against.heading(), flush=True)
    with outputs.Progress() as progress:
        for place, (mpi, case, side, text) in enumerate(rows, 1):
            def one(build, number):
                progress.show(f"row {place} of {len(rows)}: {mpi}, {case}, {side}, round {number} "
                              f"(at most {options.most_rounds}): {build}")
                words, extra = programs.command_of(mpi, side, case, options, on[build])
                try:
                    seconds = programs.run(mpi, words, extra, options.timeout, build=on[build])
                except (RuntimeError, OSError) as error:
                    return {"failed": str(error)}
                return {"value": time_of(seconds, case)} if case in seconds else {"failed": "no result"}

            row = {"name": f"{mpi}, {text}", "mpi": mpi, "case": case, "side": side,
                   **against.measure(one, options)}
            progress.show(f"row {place} of {len(rows)}: {mpi}, {case}, {side}: instructions")
            row["instructions"] = against.both_counted(
                lambda build: count(mpi, case, side, programs, on[build], options))
            judged.append(against.judge(row, options.at_most))
            progress.clear()
            print(against.line(judged[-1]), flush=True)
    return against.finish(name, judged, machine, options)
