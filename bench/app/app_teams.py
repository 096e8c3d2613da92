"""`tm-bench app jacobi|spmv`: applications without MPI, over threads, on Tidemill, libgomp and libomp. A
side is a compiler's program on a runtime, as in tm-bench micro; a row is a variant with its affinity and
a number of threads; all sides of a row take turns, and each program is compared with itself on its
compiler's own runtime. Times are the application's own, of its solving alone.

libgomp and libomp have no task affinity: there, a row with one is the row without, but for where tasks
are created.
"""

import dataclasses
import sys

import command
import outputs
import rounds
import sides as sides_module
import table

COMMAND = "tm-bench app"
# Of the time that the same program takes on its compiler's own runtime.
AT_MOST = 1.02
AFFINITIES = ("none", "strict", "nonstrict")


@dataclasses.dataclass(frozen=True)
class App:
    name: str
    parameters: dict  # name: (default, help); the program's option is --NAME


APPS = {app.name: app for app in (
    App("jacobi", {"size": ("2048", "rows and columns of points"), "block": ("256", "rows and columns of a block"),
                   "iters": ("20", "sweeps")}),
    App("spmv", {"laplace": ("500", "Laplace's equation on N x N cells"), "input": (None, "Matrix Market file"),
                 "parts": ("16", "parts of the rows"), "iters": ("100", "products, or iterations at most"),
                 "method": ("product", "product or bicgstab")}),
)}
CASES = [f"{variant}-{affinity}" if affinity != "none" else variant
         for variant in ("for", "tasks") for affinity in AFFINITIES]


def add_parsers(apps, formatter):
    for app in APPS.values():
        parser = apps.add_parser(app.name, description=__doc__, formatter_class=formatter,
                                 help="for and tasks, each with affinity and without, over threads")
        parser.add_argument("--variants", help=f"separated by commas, of {', '.join(CASES)} (default: all)")
        parser.add_argument("--threads", default="1,2", help="numbers of threads (default: 1,2)")
        for name, (default, text) in app.parameters.items():
            parser.add_argument(f"--{name}", dest=f"of_{name}", metavar="VALUE", default=default,
                                help=text + (f" (default: {default})" if default else ""))
        parser.add_argument("--compilers", default="gcc,clang", help="of gcc,clang (default: both)")
        parser.add_argument("--rounds", type=int, default=7, help="runs a side (default: 7)")
        parser.add_argument("--timeout", type=float, default=300, help="seconds a run (default: 300)")
        parser.add_argument("--json", metavar="FILE", help="write all results there")
        parser.add_argument("--plot", metavar="FILE", help="draw the ratios (needs matplotlib)")
        parser.add_argument("--check", action="store_true", help="exit status 1 unless all pass")
        parser.set_defaults(parser=parser)


def checked(options):
    """Turns the options' text into what they mean, or ends the command."""
    parser = options.parser
    for name in ("rounds", "timeout"):
        if getattr(options, name) < 1:
            parser.error(f"--{name} {getattr(options, name)}: at least 1")
    options.threads = command.numbers(parser, "--threads", options.threads)
    options.variants = command.chosen(parser, "--variants", options.variants, CASES)
    options.compilers = command.chosen(parser, "--compilers", options.compilers, list(sides_module.RIVAL))
    outputs.check(parser, options.json, options.plot)
    parameters = {name: getattr(options, f"of_{name}") for name in APPS[options.app].parameters}
    if parameters.get("input") is not None:
        parameters["laplace"] = None
    options.parameters = {name: value for name, value in parameters.items() if value is not None}


def words_of(case, parameters):
    variant, _, affinity = case.partition("-")
    words = [variant, "--affinity", affinity or "none"]
    for name, value in parameters.items():
        words += [f"--{name}", value]
    return [*words, "--quiet", "--json", "-"]


def measure(case, threads, sides, options, progress):
    words = words_of(case, options.parameters)

    def run(side, number):
        progress.show(f"{case}, {threads} threads, round {number} of {options.rounds}: {side.name}")
        found = sides_module.run_once(side, words, {"OMP_NUM_THREADS": str(threads)}, options.timeout)
        if "failed" not in found and found["seconds"] <= 0:
            return {"failed": "it says that it took no time: give it more to do"}
        return found

    results, failed = sides_module.interleaved(sides, options.rounds, run)
    row = {"case": case, "threads": threads, "failed": failed, "sides": {}}
    for name, values in results.items():
        if name not in failed:
            row["sides"][name] = rounds.summary([1000 * value["seconds"] for value in values])
            row["sides"][name]["tasks_in_place"] = [value["tasks_in_place"] for value in values]
    return judge(row)


def judge(row):
    """Each compiler's program beside itself on the compiler's own runtime: of two compilers the one may make
    faster loops, on whichever runtime."""
    sides = row["sides"]
    own = {name: name.partition(":")[0] for name in sides if table.is_tidemill(name)}
    theirs = {name: f"{compiler}:{sides_module.RIVAL[compiler]}" for name, compiler in own.items()}
    row["ratios"] = {name: rounds.ratio(sides[name], sides[other]) for name, other in theirs.items() if other in sides}
    row["target"] = AT_MOST if row["ratios"] else None
    worst = max(row["ratios"], key=row["ratios"].get, default=None)
    row["rival"] = None if worst is None else theirs[worst].partition(":")[2]
    row["verdict"] = None
    if any(table.is_tidemill(name) for name in row["failed"]):
        row["verdict"] = "failed"
    elif worst is not None:
        row["verdict"] = "pass" if row["ratios"][worst] <= AT_MOST else "short"
    return row


def main(options):
    checked(options)
    sides, absent = sides_module.find_sides(options.app, options.compilers)
    for reason in absent:
        print(f"{COMMAND}: left out: {reason}", file=sys.stderr)
    command.warn_when_busy(COMMAND)
    machine, rows = command.machine(), []
    names = table.order({side.name for side in sides})
    print(table.heading(names, "ms"), flush=True)
    with outputs.Progress() as progress:
        for case in options.variants:
            for threads in options.threads:
                row = measure(case, threads, sides, options, progress)
                rows.append(row)
                progress.clear()
                print(table.line(row, names), flush=True)
                for name, why in row["failed"].items():
                    print(f"{COMMAND}: {case}, {threads} threads, {name}: {why}", file=sys.stderr)
    result = {"what": f"{COMMAND} {options.app}", "machine": machine, "rounds": options.rounds,
              "parameters": options.parameters, "rows": rows}
    judged = table.print_verdicts(rows, [])
    outputs.write_json(options.json, result)
    if options.plot:
        import plots
        plots.ratios(result, options.plot, paired=True)
        print(f"picture: {options.plot}")
    return 1 if options.check and any(verdict != "pass" for verdict in judged) else 0
