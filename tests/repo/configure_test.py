"""What `cmake` makes of what it is asked for: the build type, and the MPIs.

usage: configure_test.py ROOT GENERATOR
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT, GENERATOR = sys.argv.pop(1), sys.argv.pop(1)


class Configure(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tidemill-configure-")
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)

    def cmake(self, *options, **changes):
        parts = [f"-DTIDEMILL_{part}=OFF" for part in ("TESTS", "APPS", "BENCH")]
        return subprocess.run(
            ["cmake", "-S", ROOT, "-B", self.build, "-G", GENERATOR, *parts, *options],
            capture_output=True, text=True, env={**os.environ, **changes},
        )  # fmt: skip

    def cached(self, name):
        lines = (self.build / "CMakeCache.txt").read_text().splitlines()
        (value,) = [line.split("=", 1)[1] for line in lines if line.startswith(name + ":")]
        return value

    def refused(self, *options):
        done = self.cmake(*options)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        return " ".join(done.stderr.split())  # CMake breaks its lines

    def test_without_a_build_type_the_build_is_optimised(self):
        done = self.cmake("-DTIDEMILL_WITH_MPI=", CFLAGS="", CXXFLAGS="")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.cached("CMAKE_BUILD_TYPE"), "Release")

    def test_a_build_type_that_is_given_stays(self):
        done = self.cmake("-DTIDEMILL_WITH_MPI=", "-DCMAKE_BUILD_TYPE=Debug")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.cached("CMAKE_BUILD_TYPE"), "Debug")

    def test_an_unknown_mpi(self):
        said = self.refused("-DTIDEMILL_WITH_MPI=openmpi;lam")
        self.assertIn("TIDEMILL_WITH_MPI=openmpi;lam: 'lam' is none of auto, openmpi, mpich", said)
        self.assertIn("TIDEMILL_EXTRA_MPIS", said)

    def nowhere(self):
        """An option by which no wrapper is found in any folder of PATH."""
        nowhere = self.build / "nowhere.cmake"  # read when the compilers have been found
        folders = {*os.environ["PATH"].split(":"), "/usr/bin", "/bin", "/usr/local/bin"}
        nowhere.write_text(f'set(CMAKE_IGNORE_PATH {" ".join(sorted(folders))})\n')
        return f"-DCMAKE_PROJECT_INCLUDE={nowhere}"

    def test_an_mpi_that_is_not_there(self):
        said = self.refused("-DTIDEMILL_WITH_MPI=mpich", self.nowhere())
        self.assertIn("TIDEMILL_WITH_MPI=mpich: there is no mpicc.mpich in PATH", said)
        self.assertIn("TIDEMILL_MPICC_mpich", said)

    def test_no_mpi_at_all_is_told_unless_none_is_wanted(self):
        for mpis, told in (("auto", True), ("", False)):
            done = self.cmake(f"-DTIDEMILL_WITH_MPI={mpis}", self.nowhere(), f"-DPython3_EXECUTABLE={sys.executable}")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual("-DTIDEMILL_MPICC_openmpi=/path/mpicc" in done.stderr, told, done.stderr)

    def test_a_wrapper_that_is_not_there_or_none(self):
        for wrapper in ("/nope/mpicc", "/bin/false"):
            for mpis in ("openmpi", "auto"):
                said = self.refused(f"-DTIDEMILL_WITH_MPI={mpis}", f"-DTIDEMILL_MPICC_openmpi={wrapper}")
                self.assertIn(f"TIDEMILL_MPICC_openmpi={wrapper}: '{wrapper} --showme:compile' fails", said)

    def test_further_mpis_are_named_with_their_wrapper(self):
        said = self.refused("-DTIDEMILL_WITH_MPI=", "-DTIDEMILL_EXTRA_MPIS=own=/nope/mpicc")
        self.assertIn("TIDEMILL_EXTRA_MPIS: 'own=/nope/mpicc'", said)
        said = self.refused("-DTIDEMILL_WITH_MPI=", "-DTIDEMILL_EXTRA_MPIS=own=/bin/false")
        self.assertIn("TIDEMILL_EXTRA_MPIS=own=/bin/false: '/bin/false -compile_info' fails", said)


if __name__ == "__main__":
    unittest.main()
