"""The sides of a comparison: a compiled program on a runtime. Finding them, and running one once.

A side's name is COMPILER:RUNTIME, such as "gcc:tidemill". A program's runtime is whichever library
the loader finds under the name the compiler wrote into it; the program says which one that was, and
a run on another one is an error, never a number.
"""

import dataclasses
import json
import os
import pathlib
import random
import subprocess
import sys

RIVAL = {"gcc": "libgomp", "clang": "libomp"}
LIBRARY = {"gcc": "libgomp.so.1", "clang": "libomp.so.5"}


class BenchError(Exception):
    """Ends the command with a message."""


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


def prefix():
    given = os.environ.get("TIDEMILL_BENCH_PREFIX")
    if given is None:
        raise BenchError("call it by `tm-bench`, which says where its programs are")
    return pathlib.Path(given)


def find_sides(program, compilers):
    """All sides there are of `program`; the compilers left out, with the reason."""
    programs = prefix() / "lib/tidemill/bench/programs"
    compat = prefix() / "lib/tidemill/compat"
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
            mine = (compat / LIBRARY[compiler]).resolve()
            sides.append(Side(compiler, "tidemill", path, str(compat), str(mine)))
        else:
            absent.append(f"{compiler}:tidemill: no {compat / LIBRARY[compiler]}")
        if own.is_file():
            sides.append(Side(compiler, RIVAL[compiler], path, str(own.parent), str(own)))
        else:
            absent.append(f"{compiler}:{RIVAL[compiler]}: no {own}")
    if not sides:
        raise BenchError("nothing to measure: " + "; ".join(absent))
    return sides, absent


def find_native(program):
    """The side of a program linked with Tidemill itself, or None."""
    path = prefix() / "lib/tidemill/bench/programs" / program
    library = prefix() / "lib/libtidemill.so.0"
    if not path.is_file() or not library.exists():
        return None
    return Side("native", "tidemill", path, str(library.parent), str(library.resolve()))


def listed(side):
    """The cases of a side's program."""
    done = subprocess.run([str(side.program), "--list"], capture_output=True, text=True,
                          env=environment(side, {}), stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise BenchError(f"{side.name}: {side.program} does not start: {done.stderr.strip()}")
    return done.stdout.split()


def environment(side, settings):
    """The caller's, without its OpenMP settings: each run has the runtime's defaults."""
    clean = {name: value for name, value in os.environ.items()
             if not name.startswith(("OMP_", "GOMP_", "KMP_", "TIDEMILL_", "LD_"))}
    clean["LD_LIBRARY_PATH"] = side.folder
    clean.update(settings)
    return clean


def run_once(side, words, settings, timeout, wrapper=()):
    """What the program printed, or {"failed": why}."""
    command = [*wrapper, str(side.program), *map(str, words)]
    try:
        done = subprocess.run(command, env=environment(side, settings), capture_output=True,
                              text=True, timeout=timeout, stdin=subprocess.DEVNULL)
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
        raise BenchError(f"{side.name}: ran on {result['runtime']} instead of {side.library}")
    return result


def interleaved(sides, rounds, run):
    """`rounds` results of run(side, round) for each side, the sides in a new order each round: a noisy
    moment hits all alike. A side that failed isn't tried again."""
    results = {side.name: [] for side in sides}
    failed = {}
    for number in range(1, rounds + 1):
        for side in random.sample(sides, len(sides)):
            if side.name in failed:
                continue
            result = run(side, number)
            if "failed" in result:
                failed[side.name] = result["failed"]
            else:
                results[side.name].append(result)
    return results, failed


def machine():
    """What the numbers depend on; printed and kept with them."""
    model = "?"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith(("model name", "Model")):
            model = line.split(":", 1)[1].strip()
            break
    return {"cores": len(os.sched_getaffinity(0)), "processor": model,
            "kernel": os.uname().release, "load": os.getloadavg()[0]}


def warn_when_busy(command):
    cores, load = len(os.sched_getaffinity(0)), os.getloadavg()[0]
    if load > 0.3 * cores:
        print(f"{command}: the machine is busy (load {load:.1f} on {cores} cores): waiting threads "
              "spin, so times on a busy machine say little; wait for a quiet one", file=sys.stderr)
