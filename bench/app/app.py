#!/usr/bin/env python3
"""Runs an application's variants interleaved and prints their ratios, for each MPI; of jacobi and spmv,
which have none, over threads against libgomp and libomp.

Without options these are the application's own rows, with what they are to reach. With --variants or an
option of the problem, each variant beside the one of --beside, on that problem. Times are the
application's own, of its solving alone; a ratio is the median over the rounds, ± half the distance of the
quartiles. docs/benchmarks.md, of an installed prefix share/doc/tidemill/docs/benchmarks.md, says more.
"""

import argparse
import dataclasses
import pathlib
import sys

# In the sources the folders beside; installed, all lie in one.
for folder in ("common", "micro"):
    sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / folder))
import against  # noqa: E402
import app_builds  # noqa: E402
import app_runs  # noqa: E402
import app_shapes  # noqa: E402
import app_table  # noqa: E402
import app_teams  # noqa: E402
import command  # noqa: E402
import outputs  # noqa: E402
import ranks  # noqa: E402
import rounds  # noqa: E402

COMMAND = "tm-bench app"


def parser_of_all():
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    apps = parser.add_subparsers(dest="app", metavar="APP", required=True)
    for app in app_table.APPS.values():
        one = apps.add_parser(app.name, description=__doc__, help=f"variants: {', '.join(app.variants)}",
                              formatter_class=argparse.RawDescriptionHelpFormatter)
        add_options(one, app)
        one.set_defaults(parser=one)
    app_teams.add_parsers(apps, argparse.RawDescriptionHelpFormatter)
    return parser


def add_options(parser, app):
    parser.add_argument("--list", action="store_true", help="list the rows by their groups and end")
    parser.add_argument("--groups", help="of rows, separated by commas (default: all)")
    parser.add_argument("--variants", help="separated by commas: compare these instead of the rows")
    parser.add_argument("--beside", default=None, help=f"the variant to compare with (default: {app.beside})")
    for name, (default, text) in app.parameters.items():
        parser.add_argument(f"--{name}", dest=f"of_{name}", metavar="VALUE",
                            help=text + (f" (default: {default})" if default else ""))
    parser.add_argument("--ranks", type=int, help="of each run (default: 2)")
    parser.add_argument("--threads", type=int, help="of each rank (default: 1)")
    parser.add_argument("--mpis", help="of those found, separated by commas (default: all)")
    parser.add_argument("--rounds", type=int, default=7, help="runs a side (default: 7)")
    parser.add_argument("--timeout", type=float, default=300, help="seconds a run (default: 300)")
    parser.add_argument("--json", metavar="FILE", help="write all results there")
    parser.add_argument("--plot", metavar="FILE", help="draw the ratios (needs matplotlib)")
    parser.add_argument("--check", action="store_true", help="exit status 1 unless all pass")
    app_shapes.add_options(parser, app)
    against.add_options(parser, app.at_most_against)


def checked(options):
    """Turns the options' text into what they mean, or ends the command. Returns the application."""
    parser, app = options.parser, app_table.APPS[options.app]
    app_shapes.check(parser, options, app)
    for name in ("rounds", "ranks", "threads", "timeout"):
        value = getattr(options, name)
        if value is not None and value < 1:
            parser.error(f"--{name} {value}: at least 1")
    found = ranks.mpis()
    if not found:
        parser.error(f"no launchers in {ranks.programs()}: Tidemill was built without MPI")
    options.mpis = command.chosen(parser, "--mpis", options.mpis, found)
    options.given = {name: getattr(options, f"of_{name}") for name in app.parameters
                     if getattr(options, f"of_{name}") is not None}
    options.free = bool(options.given or options.variants or options.beside or options.ranks or options.threads)
    if options.free and options.groups:
        parser.error("--groups: of the application's own rows; leave out the options of the problem")
    options.variants = command.chosen(parser, "--variants", options.variants, app.variants)
    (options.beside,) = command.chosen(parser, "--beside", options.beside or app.beside, app.variants)
    groups = list(dict.fromkeys(row.group for row in app.rows))
    options.groups = command.chosen(parser, "--groups", options.groups, groups)
    against.check(parser, options, command.prefix())
    outputs.check(parser, options.json, options.plot)
    return app


def look_for_programs(app, mpis):
    for mpi in mpis:
        path = app_runs.program(app, mpi)
        if not path.is_file():
            raise command.BenchError(f"{app.name}: no {path}: build the target {path.name}, or leave out {mpi} "
                                     "by --mpis")


def rows_of(app, options, mpi):
    """The rows asked for, with the MPI in their runs."""
    if options.free:
        rows = [free_row(app, options, variant) for variant in options.variants if variant != options.beside]
    else:
        rows = [row for row in app.rows if row.group in options.groups]
    placed = {"mpi": mpi, "app": app.name}
    return [dataclasses.replace(row, own=dataclasses.replace(row.own, **placed),
                                beside=dataclasses.replace(row.beside, **placed)) for row in rows]


def free_row(app, options, variant):
    given = tuple(sorted(options.given.items()))
    own, other = (app_table.Run(name, options.ranks or 2, options.threads or 1, given)
                  for name in (variant, options.beside))
    return app_table.Row("given", f"{variant} / {options.beside}", own, other)


def measure(app, rows, options, progress, place):
    """Output rows of one group, whose runs take turns."""
    progress.show(f"{place}: how late messages are to be")
    try:
        rows = app_runs.timed(app, rows, options.timeout)
    except RuntimeError as error:
        return [app_runs.judged(app, row, {}, {row.own: str(error)}) for row in rows]
    runs = list(dict.fromkeys(run for row in rows for run in (row.beside, row.own)))

    def one(run, number):
        progress.show(f"{place}, round {number} of {options.rounds}: {run.mpi}, {run.variant}")
        return app_runs.once(app, run, options.timeout)

    taken = rounds.Rounds(runs, one)
    while taken.number < options.rounds:
        taken.one_more()
    failed = {**taken.failed, **app_runs.differing(app, taken.results)}
    return [app_runs.judged(app, row, taken.results, failed) for row in rows]


def heading():
    return f"{'MPI':<10} {'what':<62} {'median':>9} {'±':>7} {'at most':>8}  verdict"


def line(row):
    if row["verdict"] == "failed":
        return f"{row['mpi']:<10} {row['text']:<62} {'failed':>9}"
    form = (lambda number: f"{number:.0f} ns") if row["kind"] == "over" else (lambda number: f"{number:.3f}")
    most = "-" if row["at_most"] is None else form(row["at_most"])
    return (f"{row['mpi']:<10} {row['text']:<62} {form(row['median']):>9} {form(row['half_width']):>7}"
            f" {most:>8}  {row['verdict'] or ''}").rstrip()


def draw(rows, path):
    import plots
    rows = [row for row in rows if row["verdict"] != "failed" and row["kind"] != "over"]
    figure, axes = plots.pyplot.subplots(figsize=(9, 1.2 + 0.3 * len(rows)), facecolor=plots.PAPER)
    plots.dress(axes)
    for place, row in enumerate(rows):
        axes.errorbar(row["median"], place, xerr=row["half_width"], fmt="o", ms=5, color=plots.MINE)
        if row["at_most"] is not None:
            axes.plot(row["at_most"], place, "|", ms=12, color=plots.TARGET)
    axes.axvline(1, color=plots.QUIET, lw=1)
    axes.set_yticks(range(len(rows)), [f"{row['mpi']}: {row['text']}" for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel("ratio (| at most)", color=plots.INK, fontsize=9)
    plots.save(figure, path)


def compare_variants(app, options):
    groups = [(mpi, group) for mpi in options.mpis
              for group in (["given"] if options.free else options.groups)]
    command.warn_when_busy(COMMAND)
    machine, rows = command.machine(), []
    print(heading(), flush=True)
    with outputs.Progress() as progress:
        for number, (mpi, group) in enumerate(groups, 1):
            chosen = [row for row in rows_of(app, options, mpi) if row.group == group]
            found = measure(app, chosen, options, progress, f"group {number} of {len(groups)}")
            progress.clear()
            for row in found:
                print(line(row), flush=True)
                if row["verdict"] == "failed":
                    print(f"{COMMAND}: {mpi}, {row['text']}: {row['failed']}", file=sys.stderr)
            rows += found
    verdicts = [row["verdict"] for row in rows if row["verdict"] is not None]
    if verdicts:
        print(f"\n{verdicts.count('pass')} of {len(verdicts)} targets reached")
    outputs.write_json(options.json, {"what": f"{COMMAND} {app.name}", "machine": machine,
                                      "rounds": options.rounds, "rows": rows})
    if options.plot:
        draw(rows, options.plot)
        print(f"picture: {options.plot}")
    return 1 if options.check and any(verdict != "pass" for verdict in verdicts) else 0


def main():
    options = parser_of_all().parse_args()
    if options.app in app_teams.APPS:
        return app_teams.main(options)
    app = checked(options)
    if options.list:
        for row in app.rows:
            print(f"{row.group:<14} {row.text}")
        return 0
    look_for_programs(app, options.mpis)
    if options.shapes is not None:
        return app_shapes.compare(COMMAND, app, options)
    if options.against is not None:
        return app_builds.compare(f"{COMMAND} {app.name}", app, options)
    return compare_variants(app, options)


if __name__ == "__main__":
    command.run(COMMAND, main)
