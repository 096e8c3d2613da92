"""Starting programs on several ranks, by the launcher of each MPI that Tidemill was built for, on this
build of Tidemill or on another one."""

import os
import pathlib
import subprocess

import command


def programs():
    return command.prefix() / "lib/tidemill/bench/mpi-programs"


def mpis():
    """Their names; a file of that name holds its launcher."""
    return sorted(file.stem for file in programs().glob("*.txt"))


def launch(mpi, count, words):
    mpirun = (programs() / f"{mpi}.txt").read_text().strip()
    return [mpirun, "-n", str(count), *map(str, words)]


def environment(extra, build):
    """More ranks than cores if so asked, also as root in a container; of the caller's OpenMP and Tidemill
    settings none, but the OpenMP threads a user would set. `build` is the folder whose Tidemill is to be
    found."""
    settings = dict(command.clean_environment(), OMP_NUM_THREADS="1", OMPI_ALLOW_RUN_AS_ROOT="1",
                    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1",
                    PRTE_ALLOW_RUN_AS_ROOT="1", PRTE_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    # The caller's may be where MPI lies. Before it, and before the folder the program was linked to search, ours.
    given = [os.environ["LD_LIBRARY_PATH"]] if "LD_LIBRARY_PATH" in os.environ else []
    settings["LD_LIBRARY_PATH"] = ":".join([str(build / "lib"), *given])
    settings.update(extra)
    return settings


def run(words, settings, timeout):
    """What the command printed. RuntimeError with the reason where it fails."""
    try:
        done = subprocess.run([*map(str, words)], env=settings, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"no end in {timeout:g} s")
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, words))}: {done.stderr.strip()[-500:]}")
    return done.stdout


def check_libraries(program, build):
    """That the loader finds Tidemill's libraries for `program` in `build`: a program that was linked
    with an RPATH would run on its own, and what is compared would be one build."""
    settings = {**environment({}, build), "LD_TRACE_LOADED_OBJECTS": "1"}
    folder = (build / "lib").resolve()
    for line in run([program], settings, 60).splitlines():
        name, _, rest = line.strip().partition(" => ")
        if not name.startswith("libtidemill"):
            continue
        path = pathlib.Path(rest.rsplit(" (", 1)[0])
        if not path.is_file() or path.resolve().parent != folder:
            raise command.BenchError(f"{program}: finds {name} as '{rest}', not in {folder}")
