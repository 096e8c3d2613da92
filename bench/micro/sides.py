"""The sides of a comparison: a compiled program on a runtime. Finding them, and running one once.

A side's name is COMPILER:RUNTIME, such as "gcc:tidemill". A program's runtime is whichever library
the loader finds under the name the compiler wrote into it; the program says which one that was, and
a run on another one is an error, never a number.
"""

import dataclasses
import json
import os
import pathlib
import subprocess

import command
import rounds as rounds_module

RIVAL = {"gcc": "libgomp", "clang": "libomp"}
LIBRARY = {"gcc": "libgomp.so.1", "clang": "libomp.so.5"}


@dataclasses.dataclass(frozen=True)
class Side:
    compiler: str
    runtime: str
    program: pathlib.Path
    folder: str  # for the loader to look in first
    library: str  # what it must find

    @property
    def name(self):
        return f"{self.compiler}:{self.runtime}"


def runtime_of(folder):
    """The file of the Tidemill in a build folder or prefix."""
    return (folder / "lib/libtidemill.so.0").resolve()


def find_sides(program, compilers):
    """All sides there are of `program`; the compilers left out, with the reason."""
    programs = command.prefix() / "lib/tidemill/bench/programs"
    compat = command.prefix() / "lib/tidemill/compat"
    sides, absent = [], []
    for compiler in compilers:
        described = programs / f"{compiler}.txt"
        if not described.is_file():
            absent.append(f"{compiler}: no such compiler with OpenMP when Tidemill was configured")
            continue
        if not (programs / f"{program}-{compiler}").is_file():
            absent.append(f"{compiler}: its program isn't built: build the target "
                          f"tm-bench-{program}-{compiler}")
            continue
        own = pathlib.Path(described.read_text().splitlines()[1])
        path = programs / f"{program}-{compiler}"
        if (compat / LIBRARY[compiler]).exists():
            mine = runtime_of(command.prefix())  # which the name in the compat folder stands for
            sides.append(Side(compiler, "tidemill", path, str(compat), str(mine)))
        else:
            absent.append(f"{compiler}:tidemill: no {compat / LIBRARY[compiler]}")
        if own.is_file():
            sides.append(Side(compiler, RIVAL[compiler], path, str(own.parent), str(own)))
        else:
            absent.append(f"{compiler}:{RIVAL[compiler]}: no {own}")
    if not sides:
        raise command.BenchError("nothing to measure: " + "; ".join(absent))
    return sides, absent


def find_native(program):
    """The side of a program linked with Tidemill itself, or None."""
    path = command.prefix() / "lib/tidemill/bench/programs" / program
    library = runtime_of(command.prefix())
    if not path.is_file() or not library.exists():
        return None
    return Side("native", "tidemill", path, str(command.prefix() / "lib"), str(library))


def of_build(side, folder):
    """The same program on the Tidemill of another build or prefix."""
    searched = folder / ("lib" if side.compiler == "native" else "lib/tidemill/compat")
    return dataclasses.replace(side, folder=str(searched), library=str(runtime_of(folder)))


def listed(side):
    """The cases of a side's program."""
    done = subprocess.run([str(side.program), "--list"], capture_output=True, text=True,
                          env=environment(side, {}), stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise command.BenchError(f"{side.name}: {side.program} does not start: {done.stderr.strip()}")
    return done.stdout.split()


def environment(side, settings):
    return {**command.clean_environment(), "LD_LIBRARY_PATH": side.folder, **settings}


def run_once(side, words, settings, timeout):
    """What the program printed, or {"failed": why}."""
    try:
        done = subprocess.run([str(side.program), *map(str, words)], env=environment(side, settings), text=True,
                              capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return {"failed": f"no end in {timeout:g} s"}
    if done.returncode < 0:
        return {"failed": f"killed by signal {-done.returncode}"}
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        why = said[-1].replace(f"{side.program}: ", "") if said else ""
        return {"failed": why or f"exit status {done.returncode}"}
    try:
        result = json.loads(done.stdout)
    except ValueError:
        return {"failed": f"not JSON: {done.stdout[:80]!r}"}
    if "runtime" in result and os.path.realpath(result["runtime"]) != os.path.realpath(side.library):
        raise command.BenchError(f"{side.name}: ran on {result['runtime']} instead of {side.library}")
    return result


def interleaved(sides, rounds, run):
    """`rounds` results of run(side, round) for each side, by name; and why sides failed."""
    known = {side.name: side for side in sides}
    all_rounds = rounds_module.Rounds(known, lambda name, number: run(known[name], number))
    while all_rounds.number < rounds:
        all_rounds.one_more()
    return all_rounds.results, all_rounds.failed
