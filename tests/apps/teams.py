"""Starts an application without MPI on each OpenMP runtime, and collects what it did.

A side is a program and a runtime: the program installed for users, on Tidemill, and those built by
GCC and Clang as any program is, each on its compiler's own runtime and on Tidemill in its place.
"""
import argparse
import dataclasses
import json
import os
import pathlib
import subprocess
import tempfile

from cases import equal, message_faults  # noqa: F401 (equal: of the tests)

TIME_LIMIT_S = 60
LIBRARY = {"gcc": "libgomp.so.1", "clang": "libomp.so"}


@dataclasses.dataclass(frozen=True)
class Side:
    name: str
    program: pathlib.Path
    folder: str  # for the loader to look in first; empty: none
    runtime: str  # what the file of the runtime is called, at the beginning


@dataclasses.dataclass
class Outcome:
    status: int  # None if the time limit was exceeded
    out: str
    err: str


def arguments(application, description):
    """The arguments all tests of an application take."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="the build folder")
    parser.add_argument("--gcc", help="the compiler of APP-gcc")
    parser.add_argument("--clang", help="the compiler of APP-clang")
    parser.set_defaults(application=application)
    return parser


def sides(options):
    found = [Side("tidemill", options.build / "bin" / options.application, "", "libtidemill")]
    for kind in ("gcc", "clang"):
        compiler = getattr(options, kind)
        if not compiler:
            continue
        program = options.build / "lib/tidemill/bench/programs" / f"{options.application}-{kind}"
        own = subprocess.run([compiler, f"-print-file-name={LIBRARY[kind]}"], check=True, text=True,
                             capture_output=True).stdout.strip()
        found.append(Side(f"{kind} on Tidemill", program, str(options.build / "lib/tidemill/compat"),
                          "libtidemill"))
        found.append(Side(f"{kind} on its own", program, str(pathlib.Path(own).resolve().parent),
                          LIBRARY[kind].split(".")[0]))
    return found


def run(side, threads, *words, **more):
    # Passive: with more threads than cores, those that wait must not hold the cores.
    settings = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_WAIT_POLICY="passive", **more)
    if side.folder:
        settings["LD_LIBRARY_PATH"] = side.folder
    try:
        done = subprocess.run([side.program, *map(str, words)], env=settings, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=TIME_LIMIT_S)
    except subprocess.TimeoutExpired:
        return Outcome(None, "", f"no end within {TIME_LIMIT_S} s")
    return Outcome(done.returncode, done.stdout, done.stderr)


def checked_run(side, threads, *words, **more):
    """(result, None) of a run with --check, from its JSON; or (None, what is wrong)."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "run.json")
        outcome = run(side, threads, *words, "--check", "--json", path, **more)
        if outcome.status != 0:
            return None, f"exit status {outcome.status}: {outcome.err.strip()}"
        result = json.loads(path.read_text())
    if result["equal_to_serial"] is not True or "bitwise equal" not in outcome.out:
        return None, f"no word of equality in {outcome.out.strip()!r}"
    if not pathlib.Path(result["runtime"]).name.startswith(side.runtime):
        return None, f"ran on {result['runtime']}"
    if result["threads"] != (1 if result["variant"] == "serial" else threads):
        return None, f"ran with {result['threads']} threads"
    if "warning" in outcome.err:
        return None, f"warned: {outcome.err.strip()}"
    return result, None


def complaint(side, words, fragments, status=2):
    """What is wrong with the way a mistake is told, or nothing: one line with all `fragments`, the
    exit status, and no file."""
    with tempfile.TemporaryDirectory() as folder:
        outcome = run(side, 2, *words, "--png", f"{folder}/a.png")
        left = [file.name for file in pathlib.Path(folder).iterdir()]
    wrong = [] if outcome.status == status else [f"exit status {outcome.status}, not {status}"]
    wrong += message_faults(side.program.name.split("-")[0], outcome.err, fragments)
    wrong += [f"{name} is left" for name in left]
    if outcome.out:
        wrong.append(f"output: {outcome.out!r}")
    return "; ".join(wrong)
