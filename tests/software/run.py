#!/usr/bin/env python3
"""Real software that nobody here wrote, on Tidemill: each program runs on the runtime it came with
and under `tidemill run`, and has to give the same numbers. Prints a table; fails on any difference,
and when Tidemill takes many times as long.

usage: run.py PREFIX [--install] [--threads N] [--repeat N] [CASE]...
   PREFIX      where bin/tidemill lies (build/release, or an installed prefix)
   --install   installs the Debian packages by apt (as root or with sudo), and scikit-learn from
               PyPI into a virtual environment in out/software
   --repeat    how often each runs on Tidemill; the first that is wrong ends the case
   CASE        default: all that `--list` names

Sums over threads are rounded in another order from run to run, on any runtime: where that is so
the case has a tolerance, relative to the value, and the table shows the largest difference seen.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
VENV = ROOT / "out/software/venv"
OPENBLAS = "/usr/lib/x86_64-linux-gnu/openblas-openmp"
OPENBLAS_INCLUDE = "/usr/include/x86_64-linux-gnu/openblas-openmp"
sys.path.insert(0, str(ROOT / "tests/tools"))
import support  # noqa: E402

PACKAGES = """libopenblas0-openmp libopenblas-openmp-dev libfftw3-dev python3-numpy python3-scipy
  python3-venv gromacs gromacs-data cp2k cp2k-data xtb libgc-dev openjdk-17-jdk-headless
  clang-19 libomp-19-dev libsuperlu-dist-dev libopenmpi-dev r-cran-data.table elk-lapw
  libgraphblas-dev""".split()
# Times are of one run, maybe beside other load: what is above this is no noise.
MOST_TIMES, SECONDS_TO_START = 4, 5
NUMBER = re.compile(r"[-+]?\d+\.\d+(?:[eE][-+]?\d+)?|[-+]?\d+[eE][-+]?\d+|\b\d+\b")


class Case:
    """One program: what to prepare, the command, and which of its words are the result."""

    def __init__(self, name, tolerance, what, prepare, command, result=None, env=None, idle=()):
        self.name, self.tolerance, self.what = name, tolerance, what
        self.prepare, self.command, self.env = prepare, command, env or {}
        self.result = result or (lambda out, folder: out)
        self.idle = idle  # other OpenMP runtimes that may be mapped, as long as they run nothing


def compile_with(folder, source, *libraries, compiler="cc"):
    support.compile_c(compiler, folder / "program", "-O2", "-fopenmp", HERE / source, *libraries)


def nothing(folder):
    del folder


def prepare_gromacs(folder):
    """400-odd water molecules in a box, by gmx's own tools."""
    top = '#include "oplsaa.ff/forcefield.itp"\n#include "oplsaa.ff/spce.itp"\n'
    (folder / "topol.top").write_text(top + "[ system ]\nwater\n[ molecules ]\n")
    (folder / "md.mdp").write_text(
        "integrator=md\nnsteps=40\ndt=0.001\nnstenergy=10\ncoulombtype=PME\nrcoulomb=0.9\n"
        "rvdw=0.9\ntcoupl=no\ngen-vel=yes\ngen-seed=7\ngen-temp=300\nconstraints=none\n"
    )
    for words in (
        "gmx solvate -cs spc216.gro -box 2.4 2.4 2.4 -p topol.top -o conf.gro",
        "gmx grompp -f md.mdp -c conf.gro -p topol.top -o topol.tpr -maxwarn 5",
    ):
        subprocess.run(
            words.split(), cwd=folder, check=True, capture_output=True, stdin=subprocess.DEVNULL
        )


def gromacs_energies(out, folder):
    """The last averages of the log: energies of every kind, temperature, pressure."""
    del out
    log = (folder / "md.log").read_text()
    steps = re.findall(r"Energies \(kJ/mol\)\n((?:.*\n)+?)\n", log)
    # Pressure and constraint terms are small differences of large numbers; energies are not.
    numbers = [re.findall(r"[-+]\d\.\d+e[-+]\d+|\d\.\d+e[-+]\d+", block) for block in steps[:2]]
    return " ".join(" ".join(block[:6]) for block in numbers)


def prepare_cp2k(folder):
    shutil.copy(HERE / "water.cp2k.inp", folder / "water.inp")


def prepare_xtb(folder):
    (folder / "water.xyz").write_text(
        "6\n\nO 0.0 0.0 0.117\nH 0.0 0.757 -0.470\nH 0.0 -0.757 -0.470\n"
        "O 2.9 0.0 0.117\nH 3.2 0.757 -0.370\nH 3.2 -0.757 -0.470\n"
    )


def prepare_elk(folder):
    """Aluminium, with its species from Elk's own package."""
    (folder / "elk.in").write_text(
        "tasks\n 0\n\navec\n 1.0 1.0 0.0\n 1.0 0.0 1.0\n 0.0 1.0 1.0\n\nscale\n 3.8267\n\n"
        "sppath\n '/usr/share/elk-lapw/species/'\n\n"
        "atoms\n 1\n 'Al.in'\n 1\n 0.0 0.0 0.0 0.0 0.0 0.0\n\n"
        "ngridk\n 4 4 4\n\nvkloff\n 0.5 0.5 0.5\n"
    )


def elk_energy(out, folder):
    """The total energy; the file goes, so that the next run can't do without writing it."""
    del out
    file = folder / "TOTENERGY.OUT"
    energies = file.read_text().split()
    file.unlink()
    return energies[-1]


def prepare_java(folder, compiler="cc"):
    """A program that makes a Java machine, with that machine's library where it finds it."""
    homes = sorted(pathlib.Path("/usr/lib/jvm").glob("java-17-openjdk-*/include/jni.h"))
    if not homes:
        raise AssertionError("no OpenJDK 17 in /usr/lib/jvm: --install")
    home = homes[0].parents[1]
    compile_with(folder, "java.c", f"-I{home}/include", f"-I{home}/include/linux",
                 f"-L{home}/lib/server", f"-Wl,-rpath,{home}/lib/server", "-ljvm",
                 compiler=compiler)  # fmt: skip


def own_stacks(compiler):
    """Software that asks for its thread's stack: in regions as it is, in tasks by a variable."""
    name = "" if compiler == "cc" else "clang+"
    own = {"TIDEMILL_STACKS": "own"}

    def with_libgc(folder):
        compile_with(folder, "collector.c", "-lgc", compiler=compiler)

    def with_java(folder):
        prepare_java(folder, compiler)

    return [
        Case(f"{name}libgc", 0, "Boehm's collector in regions", with_libgc, ["./program"]),
        Case(f"{name}libgc-tasks", 0, "the same in tasks", with_libgc, ["./program", "tasks"],
             env=own),
        Case(f"{name}java", 0, "Java's methods called from regions", with_java, ["./program"]),
        Case(f"{name}java-tasks", 0, "the same from tasks", with_java, ["./program", "tasks"],
             env=own),
    ]  # fmt: skip


def lines_with(*words):
    """The result is these lines of the output, as they are."""
    return lambda out, folder: "\n".join(
        line for line in out.splitlines() if any(word in line for word in words)
    )


def make_cases(threads):
    return [
        Case("openblas", 1e-12, "OpenBLAS, called from C and from inside OpenMP regions",
             lambda folder: compile_with(folder, "blas.c", f"-I{OPENBLAS_INCLUDE}", f"-L{OPENBLAS}", "-lopenblas", "-lm"),
             ["./program"], env={"LD_LIBRARY_PATH": OPENBLAS}),
        Case("clang+openblas", 1e-12, "the same program built by Clang: both interfaces, one pool",
             lambda folder: compile_with(folder, "blas.c", f"-I{OPENBLAS_INCLUDE}", f"-L{OPENBLAS}",
                                         "-lopenblas", "-lm", compiler="clang-19"),
             ["./program"], env={"LD_LIBRARY_PATH": OPENBLAS}),
        Case("fftw", 1e-12, "FFTW's OpenMP planner and transforms, two planners at once",
             lambda folder: compile_with(folder, "fftw.c", "-lfftw3_omp", "-lfftw3", "-lm"),
             ["./program"]),
        Case("clang+fftw", 1e-12, "the same program built by Clang",
             lambda folder: compile_with(folder, "fftw.c", "-lfftw3_omp", "-lfftw3", "-lm",
                                         compiler="clang-19"),
             ["./program"]),
        Case("numpy", 1e-9, "NumPy and SciPy on OpenBLAS with OpenMP", nothing,
             ["/usr/bin/python3", HERE / "linear_algebra.py"], env={"LD_LIBRARY_PATH": OPENBLAS}),
        Case("scikit-learn", 1e-9, "KMeans and HistGradientBoosting, wheels with their own libgomp",
             nothing, [VENV / "bin/python", HERE / "learn.py"], idle=("scikit_learn.libs/libgomp",)),
        Case("threadpoolctl", 1e-6, "threadpoolctl sees and limits a library and scikit-learn",
             lambda folder: support.compile_c("cc", folder / "libteam.so", "-shared", "-fPIC",
                                              "-fopenmp", HERE / "pool_control.c"),
             [VENV / "bin/python", HERE / "pool_control.py", "./libteam.so"],
             idle=("scikit_learn.libs/libgomp",)),
        Case("gromacs", 1e-4, "gmx mdrun, water, PME on FFTW", prepare_gromacs,
             ["gmx", "mdrun", "-s", "topol.tpr", "-deffnm", "md", "-g", "md.log", "-ntmpi", "1",
              "-ntomp", threads, "-pin", "off", "-reprod", "-nb", "cpu"], gromacs_energies),
        Case("cp2k", 1e-8, "cp2k.psmp, density functional theory, Open MPI beneath", prepare_cp2k,
             ["cp2k.psmp", "-i", "water.inp"],
             lines_with("SCF run converged", "ENERGY| Total FORCE_EVAL")),
        Case("xtb", 1e-8, "xtb, tight binding in Fortran", prepare_xtb,
             ["xtb", "water.xyz", "--gfn", "2", "--grad", "--norestart"],
             lines_with("TOTAL ENERGY", "GRADIENT NORM")),
        Case("superlu-dist", 1e-8, "SuperLU_DIST on two ranks, Open MPI beneath",
             lambda folder: compile_with(folder, "superlu.c", "-I/usr/include/superlu-dist",
                                         "-lsuperlu_dist", "-lm", compiler="mpicc.openmpi"),
             ["mpirun.openmpi", "-n", "2", "./program"]),
        Case("elk", 1e-8, "Elk, nested regions on two ranks, Open MPI beneath", prepare_elk,
             ["mpirun.openmpi", "-n", "2", "elk-lapw"], elk_energy),
        Case("graphblas", 0, "SuiteSparse's GraphBLAS: products of sparse matrices",
             lambda folder: compile_with(folder, "graphs.c", "-I/usr/include/suitesparse", "-lgraphblas"),
             ["./program"]),
        Case("parallel-mode", 0, "algorithms of GCC's C++ library, in teams, regions and tasks",
             lambda folder: compile_with(folder, "parallel_mode.cpp", compiler="c++"),
             ["./program"]),
        Case("data.table", 1e-12, "R's tables: many small regions, and forked processes",
             nothing, ["Rscript", "--vanilla", HERE / "tables.R"]),
        *own_stacks("cc"), *own_stacks("clang-19"),
    ]  # fmt: skip


def run(case, folder, prefix, threads):
    """Output, (seconds, threads at the end) and the OpenMP libraries mapped; with `prefix`, under
    `tidemill run`."""
    maps = pathlib.Path(tempfile.mkdtemp(dir=folder))
    spy = folder / "spy.so"
    if not spy.exists():
        support.compile_c("cc", spy, "-shared", "-fPIC", ROOT / "tests/install/maps_at_exit.c")
    words = [str(word) for word in case.command]
    if prefix:
        words = [f"{prefix}/bin/tidemill", "run", "--", *words]
    changes = {**case.env, "OMP_NUM_THREADS": threads, "LD_PRELOAD": str(spy),
               "MAPS_FOLDER": str(maps), "OMP_DYNAMIC": "false"}  # fmt: skip
    begin = time.monotonic()
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, timeout=300,
        env=support.environment(**changes), stdin=subprocess.DEVNULL,
    )  # fmt: skip
    seconds = time.monotonic() - begin
    if done.returncode != 0:
        raise AssertionError(f"status {done.returncode}\n{done.stdout[-800:]}{done.stderr[-800:]}")
    found, most_threads = set(), 0
    for report in maps.iterdir():
        count = re.search(r"Threads:\s+(\d+)", report.read_text())
        most_threads = max(most_threads, int(count.group(1)) if count else 0)
        found |= {
            line
            for line in report.read_text().splitlines()
            if re.search(r"/lib(gomp|omp|iomp5|tidemill)[-.]", line)
        }
    return case.result(done.stdout, folder), (seconds, most_threads), found


def largest_difference(one, other):
    """Of the numbers in two texts, relative; nothing if the texts differ in anything else."""
    if NUMBER.sub("#", one) != NUMBER.sub("#", other):
        return None
    largest = 0.0
    for a, b in zip(map(float, NUMBER.findall(one)), map(float, NUMBER.findall(other))):
        largest = max(largest, abs(a - b) / max(abs(a), abs(b), 1e-300))
    return largest


def judge(case, prefix, threads, repeat):
    """(verdict, difference, cost on the system's runtime, cost on Tidemill)"""
    with tempfile.TemporaryDirectory(prefix="tidemill-software-") as scratch:
        folder = pathlib.Path(scratch)
        try:
            case.prepare(folder)
            theirs = run(case, folder, None, threads)
            for _ in range(repeat):
                ours = run(case, folder, prefix, threads)
                verdict, difference = beside(case, prefix, theirs, ours)
                if verdict != "same":
                    break
        except (AssertionError, OSError, subprocess.SubprocessError) as error:
            return f"FAILED: {error}", None, (0, 0), (0, 0)
        return verdict, difference, theirs[1], ours[1]


def beside(case, prefix, of_system, of_tidemill):
    """(verdict, difference) of two results of run()"""
    theirs, their_cost, their_libraries = of_system
    ours, our_cost, our_libraries = of_tidemill
    if any("libtidemill" in line for line in their_libraries) or not their_libraries:
        return f"no control: it runs on {their_libraries}", None
    if not any("/libtidemill.so" in line for line in our_libraries):
        return f"does not run on Tidemill: {our_libraries}", None
    others = {
        line
        for line in our_libraries
        if not line.startswith(str(prefix)) and not any(idle in line for idle in case.idle)
    }
    if others:
        return f"also maps {others}", None
    difference = largest_difference(theirs, ours)
    if not NUMBER.search(theirs):
        return "gives no numbers to compare", None
    if difference is None:
        return f"other output:\n{theirs}\n---\n{ours}", None
    if difference > case.tolerance:
        return f"other numbers:\n{theirs}\n---\n{ours}", difference
    if our_cost[0] > MOST_TIMES * their_cost[0] + SECONDS_TO_START:
        return f"takes {our_cost[0] / their_cost[0]:.1f} times as long", difference
    return "same", difference


def install():
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    apt = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "install", "--yes"]
    subprocess.run([*sudo, *apt, "--no-install-recommends", *PACKAGES], check=True)
    if not (VENV / "bin/python").exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    subprocess.run([VENV / "bin/pip", "install", "--quiet", "scikit-learn"], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("prefix", type=pathlib.Path)
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--threads", default="4")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("cases", nargs="*")
    options = parser.parse_intermixed_args()
    cases = make_cases(options.threads)
    if options.list:
        print("\n".join(case.name for case in cases))
        return 0
    unknown = set(options.cases) - {case.name for case in cases}
    if unknown:
        parser.error(f"no case {', '.join(sorted(unknown))}: see --list")
    if options.repeat < 1:
        parser.error(f"--repeat {options.repeat}: at least once")
    if options.install:
        install()
    failed = 0
    print("seconds and threads at the end, on the system's runtime and on Tidemill")
    print(f"{'program':14} {'tolerance':>9} {'difference':>10} {'system':>13} {'tidemill':>13} {'ratio':>5}")
    for case in cases:
        if options.cases and case.name not in options.cases:
            continue
        verdict, difference, theirs, ours = judge(case, options.prefix.resolve(), options.threads, options.repeat)
        failed += verdict != "same"
        ratio = f"{ours[0] / theirs[0]:.2f}" if theirs[0] else "-"
        shown = "-" if difference is None else f"{difference:.1e}"
        print(f"{case.name:14} {case.tolerance:9.0e} {shown:>10}"
              f" {theirs[0]:6.1f} s {theirs[1]:3} {ours[0]:6.1f} s {ours[1]:3} {ratio:>5}  {verdict}", flush=True)  # fmt: skip
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
