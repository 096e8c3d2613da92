"""What tasks add to work that is done without them, too: the cases that compute or touch memory.

A program times the same work without tasks ("serial") in its own process; spread over the cores, that is
taken off. A case may also be timed in turn with another one in the same process: what it costs beside
that is told apart to some nanoseconds, which two processes differ by more than.
"""

import statistics

import targets


def rows(measured, cores):
    """A row for each measured row with a serial time: {case, threads, over: {side: ns}, beside: {side: ns},
    target, verdict}."""
    found = []
    for row in measured:
        sides = {name: side for name, side in row["sides"].items() if "serial_ns" in side}
        if not sides:
            continue
        at_once = min(row["threads"], cores)
        over = {name: statistics.median(all_of - work / at_once
                                        for all_of, work in zip(side["values"], side["serial_ns"]))
                for name, side in sides.items()}
        beside = {name: statistics.median(own - other
                                          for own, other in zip(side["values"], side["beside_ns"]))
                  for name, side in sides.items() if "beside_ns" in side}
        found.append(judged({"case": row["case"], "threads": row["threads"], "over": over, "beside": beside}))
    return found


def judged(row):
    mine = [ns for name, ns in row["beside"].items() if name == "gcc:tidemill"]
    row["target"] = targets.BESIDE_NS if mine and row["threads"] == 1 else None
    row["verdict"] = None
    if row["target"] is not None:
        row["verdict"] = "pass" if mine[0] <= row["target"] else "short"
        row["why"] = f"{mine[0]:.0f} ns more than with two ints captured, at most {row['target']}"
    return row


def cell(values, name):
    return f"{values[name]:.0f}" if name in values else "-"


def lines(found, names):
    """`beside` is of the program that GCC built, on Tidemill."""
    yield (f"{'over serial, ns':<15} {'thr':>3}" + "".join(f"{name:>16}" for name in names)
           + f" {'beside ints':>12}  at most  verdict")
    for row in found:
        target = "-" if row["target"] is None else row["target"]
        yield (f"{row['case']:<15} {row['threads']:>3}"
               + "".join(f"{cell(row['over'], name):>16}" for name in names)
               + f" {cell(row['beside'], 'gcc:tidemill'):>12} {target:>8}  {row['verdict'] or ''}").rstrip()
