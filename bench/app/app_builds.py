"""`tm-bench app APP --against FOLDER`: an application's variants on two builds of Tidemill. The program
is this build's; a row is an MPI and a variant, on the problem of the options."""

import against
import app_runs
import app_table
import command
import outputs
import ranks


def compare(name, app, options):
    on = {against.NEW: command.prefix(), against.OLD: options.against, against.AGAIN: options.against}
    given = tuple(sorted(options.given.items()))
    runs = [app_table.Run(variant, options.ranks or 2, options.threads or 1, given, mpi, app.name)
            for mpi in options.mpis for variant in options.variants]
    for mpi in options.mpis:
        for build in set(on.values()):
            ranks.check_libraries(app_runs.program(app, mpi), build)
    command.warn_when_busy(name)
    machine, judged = command.machine(), []
    print(against.heading(), flush=True)
    with outputs.Progress() as progress:
        for place, run in enumerate(runs, 1):
            def one(build, number):
                progress.show(f"row {place} of {len(runs)}: {run.mpi}, {run.variant}, round {number} "
                              f"(at most {options.most_rounds}): {build}")
                found = app_runs.once(app, run, options.timeout, on[build])
                return found if "failed" in found else {"value": found["seconds"]}

            row = {"name": f"{run.mpi}, {run.variant}, {run.ranks} x {run.threads}", "mpi": run.mpi,
                   "variant": run.variant, **against.measure(one, options)}
            progress.show(f"row {place} of {len(runs)}: {run.mpi}, {run.variant}: instructions")
            row["instructions"] = against.both_counted(
                lambda build: app_runs.count(app, run, on[build], options.timeout))
            judged.append(against.judge(row, options.at_most))
            progress.clear()
            print(against.line(judged[-1]), flush=True)
    return against.finish(name, judged, machine, options)
