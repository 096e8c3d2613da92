#!/usr/bin/env python3
"""Builds ifsker by Clang, against Tidemill as it is, and runs equal.py with it: the tasks are then
LLVM's entry points instead of GCC's."""
import argparse
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clang", required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True, help="the repository")
    parser.add_argument("--lib", required=True, help="folder of libtidemill.so")
    parser.add_argument("--mpi", required=True)
    parser.add_argument("--flags", required=True, help="MPI's include folders, ; between them")
    parser.add_argument("--mpi-libraries", required=True, help="likewise")
    parser.add_argument("--mpirun", required=True)
    options = parser.parse_args()
    apps = options.source / "apps"
    packages = subprocess.run(["pkg-config", "--cflags", "--libs", "fftw3", "netcdf", "libpng"],
                              check=True, capture_output=True, text=True).stdout.split()
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "ifsker-clang")
        command = [options.clang, "-std=c++20", "-O2", "-fopenmp", "-ffp-contract=off", f"-I{apps}",
                   f"-I{options.source / 'include'}", f'-DAPP_MPI="{options.mpi}"',
                   "-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX",
                   *(f"-isystem{flag}" for flag in options.flags.split(";") if flag)]
        objects = []
        for source in sorted([*apps.glob("common/*.cpp"), *apps.glob("ifsker/*.cpp")]):
            objects.append(pathlib.Path(folder, f"{source.parent.name}-{source.stem}.o"))
            subprocess.run([*command, "-c", source, "-o", objects[-1]], check=True)
        # Without -fopenmp, which would bring in libomp beside Tidemill.
        subprocess.run([options.clang, "-o", program, *objects, f"-L{options.lib}",
                        f"-Wl,-rpath,{options.lib}", "-Wl,--no-as-needed",
                        f"-ltidemill-mpi-{options.mpi}", "-ltidemill",
                        *filter(None, options.mpi_libraries.split(";")), *packages, "-lstdc++", "-lm"],
                       check=True)
        done = subprocess.run([sys.executable, "-B", HERE / "equal.py", "--ifsker", program,
                               "--mpirun", options.mpirun])
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
