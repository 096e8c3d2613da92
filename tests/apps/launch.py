"""Starts an application under an mpirun, with a time limit, and collects what every rank did."""
import argparse
import dataclasses
import os
import pathlib
import signal
import subprocess
import tempfile

TIME_LIMIT_S = 60

# Each rank keeps its own exit status in a file and ends with 0: otherwise mpirun would end the
# other ranks as soon as the first one fails, and add lines of its own.
KEEP_STATUS = '"$@"; echo $? > "$APP_STATUS_FOLDER/$$"'


@dataclasses.dataclass
class Outcome:
    statuses: list  # of the ranks, in no order; None if the time limit was exceeded
    out: str
    err: str


def arguments(application, description):
    """The arguments all tests of an application take."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(f"--{application}", dest="program", required=True,
                        help="the executable to test")
    parser.add_argument("--mpirun", required=True, help="the launcher of its MPI")
    return parser


def environment(threads=1, **more):
    # Open MPI by default refuses root, and more ranks than cores; MPICH ignores these.
    return dict(os.environ, OMP_NUM_THREADS=str(threads), OMPI_ALLOW_RUN_AS_ROOT="1",
                OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1", **more)


def start(options, ranks, command, env):
    return subprocess.Popen([options.mpirun, "-n", str(ranks), *command], env=env, text=True,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, start_new_session=True)


def finish(process, time_limit_s=TIME_LIMIT_S):
    """(out, err), or None after the time limit; nothing of the run is left then."""
    try:
        return process.communicate(timeout=time_limit_s)
    except subprocess.TimeoutExpired:
        process.terminate()  # mpirun ends its ranks
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
        return None


def run(options, ranks, threads, *program_arguments, time_limit_s=TIME_LIMIT_S, **env):
    """Runs the application to its end."""
    with tempfile.TemporaryDirectory() as folder:
        env = environment(threads, APP_STATUS_FOLDER=folder, **env)
        command = ["sh", "-c", KEEP_STATUS, "sh", options.program, *map(str, program_arguments)]
        result = finish(start(options, ranks, command, env), time_limit_s)
        if result is None:
            return Outcome(None, "", f"no end within {time_limit_s} s")
        statuses = [int(file.read_text()) for file in pathlib.Path(folder).iterdir()]
        return Outcome(statuses, *result)
