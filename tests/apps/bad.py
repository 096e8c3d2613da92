"""What a user can get wrong, the same for every application: one line that names the value, the same
non-zero exit status on all ranks, no hang, no output file or part of one."""
import pathlib
import sys
import tempfile

import cases
import launch


class Cases:
    """The cases of one application; each prints what is wrong with it, and tells True if nothing is."""

    def __init__(self, application, options, ranks):
        self.application, self.options, self.ranks = application, options, ranks

    def check(self, name, outcome, fragments, folder, status=2, out=False):
        wrong = []
        if outcome.statuses != [status] * self.ranks:
            wrong.append(f"exit statuses {outcome.statuses}, not {status} on all {self.ranks} ranks")
        wrong += cases.message_faults(self.application, outcome.err, fragments)
        if outcome.out and not out:
            wrong.append(f"output: {outcome.out!r}")
        wrong += [f"{left.name} is left" for left in folder.iterdir()]
        for text in wrong:
            print(f"FAILED {name}: {text}", flush=True)
        return not wrong

    def run(self, name, arguments, fragments, status=2, out=False, threads=2, png="picture.png", **env):
        """Runs with `arguments`, and asks for a picture, in a folder where nothing may be left."""
        with tempfile.TemporaryDirectory() as folder:
            picture = ["--png", f"{folder}/{png}"] if png else []
            outcome = launch.run(self.options, self.ranks, threads, *arguments, *picture, **env)
            return self.check(name, outcome, fragments, pathlib.Path(folder), status, out)

    def of_any_mpi(self, table):
        """A table of cases in which code that knows no MPI, compiled once, finds what is wrong: one MPI runs
        them all, each other one the first, to show that it tells all ranks."""
        return dict(list(table.items())[:1]) if self.options.other_mpi else table

    def command_lines(self, table):
        """{name: (arguments, what the message has to contain)}"""
        for name, (arguments, fragments) in table.items():
            yield self.run(name, arguments, fragments)

    def file(self, name, content, before, after, fragments, status=2, **env):
        """An input file of these bytes, between the arguments `before` and `after`."""
        with tempfile.TemporaryDirectory() as inputs:
            path = pathlib.Path(inputs, "input")
            path.write_bytes(content)
            return self.run(f"input: {name}", [*before, "--input", path, *after], fragments, status, **env)

    def faults(self, arguments, table, out=False):
        """An MPI with faults (faulty_mpi.c): (fault, variant, what the message has to contain, status).
        `out`: a run that ends wrong may have printed."""
        for fault, variant, fragments, status in table:
            yield self.run(f"{fault}, {variant}", [*variant.split(), *arguments], fragments, status,
                           out=out and status == 1, LD_PRELOAD=self.options.faulty_mpi, FAULTY_MPI=fault)


def arguments(application, description):
    parser = launch.arguments(application, description)
    parser.add_argument("--faulty-mpi", required=True, help="library made of faulty_mpi.c")
    parser.add_argument("--other-mpi", action="store_true",
                        help="the cases that any MPI shows are run with another one")
    return parser


def finish(results):
    print(f"{sum(results)} of {len(results)} cases as they should be")
    sys.exit(not all(results))
