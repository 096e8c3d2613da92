"""`tm-bench app APP --shapes RxT,...`: an application's variants on R ranks of T threads each, and where the
threads' time went, by the runtime's own account (TIDEMILL_STATS). With --weak the problem grows with the
ranks, so that each has as much to compute. All runs of an MPI take turns.

Figures 4 and 5 of Pereira et al., "Communication-Aware Task Scheduling Strategy in Hybrid MPI+OpenMP
Applications", 2021, are such comparisons of scheduling policies.
"""

import dataclasses
import re
import statistics
import sys

import app_runs
import app_table
import command
import outputs
import rounds

PARTS = ("in_task", "idle", "overhead")


def add_options(parser, app):
    parser.add_argument("--shapes", metavar="RxT,...", help="the variants on R ranks of T threads each, and where "
                        f"the threads' time went (default of --variants: {','.join(app.in_shapes)})")
    if app.scaled is not None:
        parser.add_argument("--weak", action="store_true", help="with --shapes: the problem is that of one rank, and "
                            "grows with the ranks")


def check(parser, options, app):
    """Turns --shapes into pairs; --variants isn't looked at yet."""
    options.weak = getattr(options, "weak", False)
    if options.shapes is None:
        if options.weak:
            parser.error("--weak: say by --shapes on how many ranks, e.g. --shapes 1x4,2x4,4x4")
        return
    for name in ("groups", "beside", "ranks", "threads", "against"):
        if getattr(options, name) is not None:
            parser.error(f"--{name}: not with --shapes, which compares all variants in each shape")
    if options.check:
        parser.error("--check: a comparison of --shapes has no targets")
    options.variants = options.variants or ",".join(app.in_shapes)
    found = []
    for shape in options.shapes.split(","):
        match = re.fullmatch(r"([1-9]\d*)x([1-9]\d*)", shape)
        if match is None:
            parser.error(f"--shapes {shape}: ranks and threads of each, as 8x4")
        found.append((int(match[1]), int(match[2])))
    options.shapes = list(dict.fromkeys(found))


def runs_of(app, options, mpi):
    """By shape and variant."""
    one = {name: default for name, (default, _) in app.parameters.items() if default is not None}
    one.update(options.given)
    given = {ranks: app.scaled(one, ranks) if options.weak else options.given for ranks, _ in options.shapes}
    return {(shape, variant): app_table.Run(variant, *shape, tuple(sorted(given[shape[0]].items())), mpi, app.name)
            for shape in options.shapes for variant in options.variants}


def judged(app, run, results):
    """A row of the output: the medians of its runs, times in seconds, the account's of a thread."""
    found = dataclasses.asdict(run) | {"parameters": app_runs.parameters_of(app, run)}
    seconds = rounds.summary([result["seconds"] for result in results])
    threads = run.ranks * run.threads
    return found | {"seconds": seconds} | {
        part: statistics.median(result["account"][part] for result in results) / threads for part in PARTS}


def add_efficiency(app, rows):
    """Beside the same variant's first shape, by what each rank has to compute."""
    first = {}
    for row in rows:
        other = first.setdefault(row["variant"], row)
        share = (app.work(row["parameters"]) / row["ranks"]) / (app.work(other["parameters"]) / other["ranks"])
        row["efficiency"] = share * other["seconds"]["median"] / row["seconds"]["median"]


def heading():
    return (f"{'MPI':<8} {'shape':<7} {'variant':<16} {'seconds':>9} {'±':>7} {'efficiency':>10}   "
            "of a thread: in-task      idle  overhead")


def line(row):
    spread = row["seconds"]["spread"]
    half = "-" if spread is None else f"{spread * row['seconds']['median']:.3f}"
    efficiency = f"{row['efficiency']:.3f}" if "efficiency" in row else "-"
    shape = f"{row['ranks']}x{row['threads']}"
    parts = " ".join(f"{row[part]:>9.3f}" for part in PARTS)
    return (f"{row['mpi']:<8} {shape:<7} {row['variant']:<16} {row['seconds']['median']:>9.3f} {half:>7} "
            f"{efficiency:>10}             {parts}")


def measure(app, options, mpi, progress):
    """Output rows of an MPI, and {run: why} of those that failed."""
    runs = runs_of(app, options, mpi)

    def one(run, number):
        progress.show(f"{mpi}, round {number} of {options.rounds}: {run.variant}, {run.ranks} x {run.threads}")
        return app_runs.once(app, run, options.timeout, with_account=True)

    taken = rounds.Rounds(runs.values(), one)
    while taken.number < options.rounds:
        taken.one_more()
    failed = {**taken.failed, **app_runs.differing(app, taken.results)}
    rows = [judged(app, run, taken.results[run]) for run in runs.values() if run not in failed]
    if options.weak:
        add_efficiency(app, rows)
    return rows, failed


def compare(name, app, options):
    command.warn_when_busy(name)
    machine, rows, some_failed = command.machine(), [], False
    print(heading(), flush=True)
    with outputs.Progress() as progress:
        for mpi in options.mpis:
            found, failed = measure(app, options, mpi, progress)
            progress.clear()
            for row in found:
                print(line(row), flush=True)
            for run, why in failed.items():
                print(f"{name}: {mpi}, {run.variant}, {run.ranks} x {run.threads}: {why}", file=sys.stderr)
            rows += found
            some_failed |= bool(failed)
    outputs.write_json(options.json, {"what": f"{name} {app.name}", "machine": machine, "rounds": options.rounds,
                                      "weak": options.weak, "rows": rows})
    if options.plot and rows:
        import app_plots
        app_plots.draw(rows, options.weak, options.plot)
        print(f"picture: {options.plot}")
    return 1 if some_failed else 0
