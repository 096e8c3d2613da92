"""Starting an application of tm-bench app once, and what a row says of two of its runs."""

import dataclasses
import json
import pathlib
import statistics
import sys
import tempfile

import app_table
import command
import instructions
import ranks

# Steps whose instructions are counted: so many that differences between start-ups weigh little.
STEPS = 20
PEAK = pathlib.Path(__file__).resolve().parent / "peak.py"


def program(app, mpi, build=None):
    """The one of this build: also another build's library runs under it."""
    return (build or command.prefix()) / "bin" / f"{app.name}-{mpi}"


def parameters_of(app, run):
    """All of a run: the application's defaults, and what the run has of its own."""
    defaults = {name: default for name, (default, _) in app.parameters.items() if default is not None}
    return {**defaults, **dict(run.parameters)}


def words_of(app, run):
    found = list(app.started(run.variant)[0])
    for name, value in parameters_of(app, run).items():
        found += [f"--{name}", value]
    return [*found, "--quiet"]


def environment(app, run, build):
    extra = {"OMP_NUM_THREADS": str(run.threads), **app.started(run.variant)[1]}
    if run.threads > 1:
        # By itself Open MPI ties each of two ranks to one core, with all the threads it has.
        extra["OMPI_MCA_hwloc_base_binding_policy"] = "none"
    return ranks.environment(extra, build)


def account(path):
    """Of all ranks together: seconds of their threads in tasks, idle, and in the runtime."""
    if not path.is_file():
        raise RuntimeError("no account of it: it ran on another OpenMP runtime, or on several hosts")
    processes = json.loads(path.read_text())["processes"]
    return {part: sum(process[part] for process in processes) for part in ("in_task", "idle", "overhead")}


def once(app, run, timeout, build=None, with_account=False):
    """{"seconds", "bytes" (of all ranks), "result", "account"}, or {"failed": why}."""
    with tempfile.TemporaryDirectory(prefix="tm-bench-app-") as folder:
        report, peaks = pathlib.Path(folder) / "report.json", pathlib.Path(folder) / "peaks"
        stats = pathlib.Path(folder) / "stats.json"
        settings = environment(app, run, build or command.prefix())
        if with_account:
            settings["TIDEMILL_STATS"] = str(stats)
        peaks.mkdir()
        words = [sys.executable, PEAK, peaks, program(app, run.mpi), *words_of(app, run), "--json", report]
        try:
            ranks.run(ranks.launch(run.mpi, run.ranks, words), settings, timeout)
            found = json.loads(report.read_text())
            seconds = float(found["seconds"])
            spent = account(stats) if with_account else None
        except (RuntimeError, OSError, ValueError, KeyError) as error:
            return {"failed": f"{type(error).__name__}: {error}" if isinstance(error, KeyError) else str(error)}
        measured = sum(int(file.read_text()) for file in peaks.iterdir())
        if seconds <= 0:
            return {"failed": "it says that it took no time: give it more to do"}
        return {"seconds": seconds, "bytes": measured, "result": found.get(app.result), "account": spent}


def timed(app, rows, timeout):
    """The rows, with each delay of a tenth of a step in microseconds. The step is measured: by three runs of
    the variant beside, without a delay. RuntimeError where these fail."""
    known = {}

    def plain(run):
        return tuple((name, value) for name, value in run.parameters if value != app_table.TENTH_OF_A_STEP)

    def tenth(run):
        undelayed = dataclasses.replace(run, parameters=plain(run))
        if undelayed not in known:
            found = [once(app, undelayed, timeout) for _ in range(3)]
            for each in found:
                if "failed" in each:
                    raise RuntimeError(f"without a delay: {each['failed']}")
            seconds = statistics.median(each["seconds"] for each in found)
            known[undelayed] = round(1e5 * seconds / float(parameters_of(app, undelayed)[app.steps]))
        return known[undelayed]

    def in_microseconds(run, delay):
        return dataclasses.replace(run, parameters=tuple(
            (name, str(delay) if value == app_table.TENTH_OF_A_STEP else value) for name, value in run.parameters))

    found = []
    for row in rows:
        if plain(row.own) != row.own.parameters:
            delay = tenth(row.beside)
            row = dataclasses.replace(row, text=f"{row.text} by {delay} us", own=in_microseconds(row.own, delay),
                                      beside=in_microseconds(row.beside, delay))
        found.append(row)
    return found


def differing(app, results):
    """{run: why} of those whose result isn't that of the others on the same problem."""
    seen, failed = {}, {}
    for run, found in results.items():
        problem = tuple(sorted(parameters_of(app, run).items()))
        for each in found:
            if each["result"] is None:
                continue
            first, expected = seen.setdefault(problem, (run, each["result"]))
            if each["result"] != expected:
                failed[run] = (f"{app.result} {each['result']!r}, but {expected!r} by {first.variant}: "
                               "one of them computes something else")
    return failed


def values(app, row, own, beside):
    """The row's number for each round, from the results of both its runs."""
    pairs = list(zip(own, beside))
    if row.value == "memory":
        return [mine["bytes"] / theirs["bytes"] for mine, theirs in pairs]
    if row.value == "over":
        tasks = app.tasks(parameters_of(app, row.own), row.own.ranks)
        return [1e9 * (mine["seconds"] - theirs["seconds"]) / tasks for mine, theirs in pairs]
    share = 1.0
    if row.value == "step":
        share = float(parameters_of(app, row.beside)[app.steps]) / float(parameters_of(app, row.own)[app.steps])
    return [share * mine["seconds"] / theirs["seconds"] for mine, theirs in pairs]


def at_most(row, mpi):
    return row.at_most.get(mpi) if isinstance(row.at_most, dict) else row.at_most


def judged(app, row, results, failed):
    """A row of the output: median, half the distance of the quartiles, verdict."""
    mpi = row.own.mpi
    found = {"mpi": mpi, "group": row.group, "text": row.text, "kind": row.value, "at_most": at_most(row, mpi)}
    why = [failed[run] for run in (row.own, row.beside) if run in failed]
    if why:
        return {**found, "verdict": "failed", "failed": why[0]}
    all_of = values(app, row, results[row.own], results[row.beside])
    low, _, high = statistics.quantiles(all_of, n=4, method="inclusive") if len(all_of) > 1 else (0, 0, 0)
    found.update(values=all_of, median=statistics.median(all_of), half_width=(high - low) / 2,
                 seconds=[result["seconds"] for result in results[row.own]],
                 seconds_beside=[result["seconds"] for result in results[row.beside]])
    if found["at_most"] is None:
        return {**found, "verdict": None}
    return {**found, "verdict": "pass" if found["median"] <= found["at_most"] else "short"}


def count(app, run, build, timeout):
    """Instructions of a step on one rank with one thread, of a small problem; None if Valgrind can't tell, or no
    problem has twice the steps of another."""
    if not app.steps or not instructions.have_valgrind():
        return None
    totals = []
    for times in (STEPS * instructions.FEW, STEPS * instructions.MANY):
        small = {**app.small, app.steps: str(times)}
        alone = type(run)(run.variant, 1, 1, tuple({**dict(run.parameters), **small}.items()), run.mpi, run.app)
        watched = [*instructions.under_valgrind(), program(app, run.mpi), *words_of(app, alone)]
        found, _ = instructions.collected(ranks.launch(run.mpi, 1, watched), environment(app, alone, build),
                                          timeout)
        if found is None:
            return None
        totals.append((found, times))
    return instructions.per_operation(*totals)
