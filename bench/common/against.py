"""`--against FOLDER`: two builds of Tidemill under the same programs, interleaved in one run.

1. A round runs the new build once and the old build twice, in an order drawn anew.
2. The old build's two runs, divided round by round, say what this machine can tell apart now. Rounds
   are added until the interval of their median lies within ± 2 %, or there have been as many as
   --most-rounds. The rule never looks at the new build, so it can't stop where that looks best.
3. A row that came to rest is judged by time: new / old, the median over the rounds, is at most
   --at-most. One that did not is judged by instructions per task of one thread: at most 1.02. Without
   a count of them it is "undecided".

A row is {"name": ..., "new", "old", "again": [a number for each round], "failed": {side: why},
"instructions": None or {"new", "old"}}; judge() adds the rest.
"""

import pathlib
import statistics

import outputs
import rounds

NEW, OLD, AGAIN = "new", "old", "again"
SIDES = (NEW, OLD, AGAIN)
RESOLUTION = 0.02
MOST_INSTRUCTIONS = 1.02
LIBRARY = "lib/libtidemill.so.0"
NEEDED = (LIBRARY, "lib/tidemill/compat/libgomp.so.1", "bin/tidemill")
UNDECIDED, PASS, SHORT, FAILED = "undecided", "pass", "short", "failed"


def add_options(parser, at_most=1.05):
    group = parser.add_argument_group("comparing two builds of Tidemill")
    group.add_argument("--against", metavar="FOLDER",
                       help="compare this Tidemill with that of another build folder or installed prefix")
    group.add_argument("--at-most", type=float, default=at_most, metavar="RATIO",
                       help=f"of the times, new to old (default: {at_most})")
    group.add_argument("--most-rounds", type=int, default=60, metavar="N",
                       help="after which instructions per task decide (default: 60)")


def check(parser, options, prefix):
    """Makes a folder of options.against, and ends the command where it is none."""
    if options.at_most <= 0:
        parser.error(f"--at-most {options.at_most}: a ratio, more than 0")
    if options.most_rounds < options.rounds:
        parser.error(f"--most-rounds {options.most_rounds}: at least --rounds, {options.rounds}")
    if options.against is None:
        return
    folder = pathlib.Path(options.against)
    remedy = ("name a build folder, or a prefix made by "
              "`cmake --install build/release --prefix PREFIX`")
    if not folder.is_dir():
        parser.error(f"--against {folder}: no such folder: {remedy}")
    for file in NEEDED:
        if not (folder / file).exists():
            parser.error(f"--against {folder}: no {file} in it: {remedy} with all of Tidemill in it")
    if (folder / LIBRARY).resolve() == (prefix / LIBRARY).resolve():
        parser.error(f"--against {folder}: that is the build this command belongs to: name another one")
    options.against = folder.resolve()


def measure(run, options):
    """{side: values, "failed": {side: why}} of run(side, number), which returns {"value": number} or
    {"failed": why}."""
    all_rounds = rounds.Rounds(SIDES, run)
    while all_rounds.number < options.most_rounds and not all_rounds.failed:
        all_rounds.one_more()
        if all_rounds.number >= options.rounds and at_rest(quotients(values_of(all_rounds), AGAIN)):
            break
    return {**values_of(all_rounds), "failed": all_rounds.failed}


def values_of(all_rounds):
    return {side: [result["value"] for result in all_rounds.results[side]] for side in SIDES}


def quotients(row, side):
    """That side's values divided by those of the old build, round by round."""
    return [mine / theirs for mine, theirs in zip(row[side], row[OLD])]


def at_rest(ratios):
    found = rounds.interval(ratios)
    return found is not None and 1 - RESOLUTION <= found[0] and found[1] <= 1 + RESOLUTION


def judge(row, at_most):
    """Adds to a row the ratio, the old build's to itself, by what it is judged, and the verdict."""
    row["at_most"] = at_most
    if row["failed"]:
        return {**row, "verdict": FAILED, "by": None}
    for key, side in (("ratio", NEW), ("self", AGAIN)):
        ratios = quotients(row, side)
        row[key] = {"median": statistics.median(ratios), "interval": rounds.interval(ratios)}
    row["rounds"] = len(row[NEW])
    row["settled"] = at_rest(quotients(row, AGAIN))
    counted = row["instructions"] is not None
    if counted:
        row["instructions"]["ratio"] = row["instructions"][NEW] / row["instructions"][OLD]
    if row["settled"]:
        row["by"], good = "time", row["ratio"]["median"] <= at_most
    elif counted:
        row["by"], good = "instructions", row["instructions"]["ratio"] <= MOST_INSTRUCTIONS
    else:
        return {**row, "by": None, "verdict": UNDECIDED}
    return {**row, "verdict": PASS if good else SHORT}


def both_counted(count):
    """{"new": , "old": } of count(side), instructions per operation; None unless both are known."""
    found = {side: count(side) for side in (NEW, OLD)}
    return found if all(found.values()) else None


# ---- The table ----------------------------------------------------------------------------------

def heading():
    return (f"{'row':<50} {'new/old':>8} {'95 % interval':>16} {'old/old':>8} {'95 % interval':>16} {'rounds':>6}"
            f" {'instructions: new':>18} {'new/old':>8}  at most  verdict")


def between(found):
    return "-" if found is None else f"{found[0]:.3f} - {found[1]:.3f}"


def line(row):
    if row["verdict"] == FAILED:
        return f"{row['name']:<50} failed"
    counted = row["instructions"]
    each, share = ("-", "-") if counted is None else (f"{counted[NEW]:.1f}", f"{counted['ratio']:.3f}")
    most = f"{MOST_INSTRUCTIONS if row['by'] == 'instructions' else row['at_most']:.2f}"
    by = {"time": "", "instructions": " by instructions", None: ""}[row["by"]]
    return (f"{row['name']:<50} {row['ratio']['median']:>8.3f} {between(row['ratio']['interval']):>16}"
            f" {row['self']['median']:>8.3f} {between(row['self']['interval']):>16} {row['rounds']:>6}"
            f" {each:>18} {share:>8} {most:>8}  {row['verdict']}{by}")


def reason(row):
    """Why a row isn't a pass, in one line."""
    if row["verdict"] == FAILED:
        return "; ".join(f"{side}: {why}" for side, why in row["failed"].items())
    if row["verdict"] == UNDECIDED:
        return (f"old / old is {between(row['self']['interval'])} after {row['rounds']} rounds, and there is no "
                "count of instructions: a quiet machine, more --most-rounds, or valgrind would decide")
    if row["by"] == "instructions":
        return f"{row['instructions']['ratio']:.3f} of the instructions, at most {MOST_INSTRUCTIONS:.2f}"
    return f"{row['ratio']['median']:.3f} of the time, at most {row['at_most']:.2f}"


def print_verdicts(rows):
    """The closing lines; returns all verdicts."""
    verdicts = [row["verdict"] for row in rows]
    print(f"\n{verdicts.count(PASS)} of {len(rows)} rows are no slower than asked; "
          f"{sum(row.get('by') == 'instructions' for row in rows)} decided by instructions")
    for row in rows:
        if row["verdict"] != PASS:
            print(f"{row['verdict']}: {row['name']}: {reason(row)}")
    return verdicts


def finish(name, rows, machine, options):
    """The closing lines and the files; the exit status."""
    verdicts = print_verdicts(rows)
    outputs.write_json(options.json, {"what": f"{name} --against {options.against}", "machine": machine,
                                      "against": str(options.against), "rows": rows})
    if options.plot:
        draw(rows, options.plot)
        print(f"picture: {options.plot}")
    return 1 if options.check and any(verdict != PASS for verdict in verdicts) else 0


def draw(rows, path):
    """Each row's ratio with its interval, the old build's to itself as a band behind it."""
    import plots
    rows = [row for row in rows if row["verdict"] != FAILED]
    figure, axes = plots.pyplot.subplots(figsize=(9, 1.2 + 0.28 * len(rows)), facecolor=plots.PAPER)
    plots.dress(axes)
    for place, row in enumerate(rows):
        for key, style in (("self", {"lw": 7, "color": "#d9d5df"}), ("ratio", {"lw": 2, "color": plots.MINE})):
            if row[key]["interval"] is not None:
                axes.plot(row[key]["interval"], [place, place], solid_capstyle="butt", **style)
        axes.plot(row["ratio"]["median"], place, "o", ms=5, color=plots.MINE)
        axes.plot(row["at_most"], place, "|", ms=12, color=plots.TARGET)
    axes.axvline(1, color=plots.QUIET, lw=1)
    axes.set_yticks(range(len(rows)), [row["name"] for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel("time, new / old (band: old / old; | at most)", color=plots.INK, fontsize=9)
    plots.save(figure, path)
