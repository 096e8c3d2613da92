#!/usr/bin/env python3
"""Builds an application by Clang, against Tidemill as it is, and runs one of its tests with that: the
tasks are then LLVM's entry points instead of GCC's."""
import argparse
import pathlib
import subprocess
import sys
import tempfile


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--app", required=True, help="its folder in apps/")
    parser.add_argument("--test", required=True, help="the test to run: --APP PROGRAM --mpirun MPIRUN")
    parser.add_argument("--clang", required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True, help="the repository")
    parser.add_argument("--lib", required=True, help="folder of libtidemill.so")
    parser.add_argument("--mpi", required=True)
    parser.add_argument("--packages", nargs="*", default=[], help="what pkg-config is asked for")
    parser.add_argument("--include", action="append", default=[], help="a folder of headers")
    parser.add_argument("--library", action="append", default=[], help="the file of a library")
    parser.add_argument("--flags", required=True, help="MPI's include folders, ; between them")
    parser.add_argument("--mpi-libraries", required=True, help="likewise")
    parser.add_argument("--mpirun", required=True)
    parser.add_argument("--full", action="store_true", help="passed on to the test")
    return parser.parse_args()


def build(options, folder):
    """The program."""
    apps = options.source / "apps"
    packages = subprocess.run(["pkg-config", "--cflags", "--libs", *options.packages, "libpng"],
                              check=True, capture_output=True, text=True).stdout.split()
    program = pathlib.Path(folder, f"{options.app}-clang")
    includes = [*filter(None, options.flags.split(";")), *options.include]
    command = [options.clang, "-std=c++20", "-O2", "-fopenmp", "-ffp-contract=off", f"-I{apps}",
               f"-I{options.source / 'include'}", f'-DAPP_MPI="{options.mpi}"', "-DOMPI_SKIP_MPICXX",
               "-DMPICH_SKIP_MPICXX", *(f"-isystem{include}" for include in includes)]
    objects = []
    own = sorted(apps.glob(f"{options.app}/*.cpp"))
    common = [source for source in sorted(apps.glob("common/*.cpp"))
              if source.stem != "matrix_market" or options.include]
    for source in [*common, *own]:
        objects.append(pathlib.Path(folder, f"{source.parent.name}-{source.stem}.o"))
        subprocess.run([*command, "-c", source, "-o", objects[-1]], check=True)
    # Without -fopenmp, which would bring in libomp beside Tidemill.
    subprocess.run([options.clang, "-o", program, *objects, f"-L{options.lib}",
                    f"-Wl,-rpath,{options.lib}", "-Wl,--no-as-needed",
                    f"-ltidemill-mpi-{options.mpi}", "-ltidemill",
                    *filter(None, options.mpi_libraries.split(";")), *packages, *options.library,
                    *(f"-Wl,-rpath,{pathlib.Path(library).parent}" for library in options.library),
                    "-lstdc++", "-lm"], check=True)
    return program


def main():
    options = parse()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, "-B", options.test, f"--{options.app}", build(options, folder),
                               "--mpirun", options.mpirun, *(["--full"] if options.full else [])])
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
