"""Installs the build into a prefix, moves that prefix away, and uses it as a stranger would: each
example built with CMake and with pkg-config, with each compiler and MPI here, run on two ranks.

usage: install_test.py BUILD_FOLDER CASE...
   CASE  prefix                 what is in the prefix, and that CMake and pkg-config find it
         plain:COMPILER         -fopenmp and -L, nothing else, e.g. plain:clang-19
         module:LMOD            the module file, by Lmod's program at path LMOD
         mixed                  a project that finds Open MPI for one language, MPICH for another
         MPI:LANGUAGE:COMPILER  an example, e.g. mpich:cxx:clang++-19, openmpi:fortran:gfortran

Each process must run on libtidemill of the moved prefix and have no other OpenMP runtime loaded.
"""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/tools"))
import support  # noqa: E402

LANGUAGES = {
    "c": ("C", "MPICC", "mpicc", ("OMPI_CC", "MPICH_CC")),
    "cxx": ("CXX", "MPICXX", "mpicxx", ("OMPI_CXX", "MPICH_CXX")),
    "fortran": ("Fortran", "MPIFC", "mpif90", ("OMPI_FC", "MPICH_FC")),
}
C_PROGRAM = (
    "#include <omp.h>\n#include <stdio.h>\n"
    "int main(void) {\n  int n = 0;\n#pragma omp parallel reduction(+ : n) num_threads(3)\n"
    '  n += 1;\n  printf("threads %d\\n", n);\n  return n == 3 ? 0 : 1;\n}\n'
)
FORTRAN_PROGRAM = """program p
  integer :: n
  n = 0
  !$omp parallel num_threads(3) reduction(+ : n)
  n = n + 1
  !$omp end parallel
  if (n == 3) print '(a)', 'threads 3'
end program
"""
# It needs no more than to be built: the examples run.
PROGRAM_WITH_MODULE = """program p
  use mpi
  use tampi
  integer :: request, error
  request = MPI_REQUEST_NULL
  call TAMPI_Iwait(request, MPI_STATUS_IGNORE, error)
end program
"""
RUNTIME = re.compile(r"/lib(gomp|omp|iomp5|tidemill)[.-]")


class Installed(unittest.TestCase):
    build = None
    folder = None
    prefix = None

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="tidemill-install-")
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)
        before = cls.folder / "before"
        layers = [path.stem for path in (cls.build / "lib").glob("libtidemill-mpi-*.so")]
        for part in ["runtime", *(name.replace("libtidemill-mpi-", "mpi_") for name in layers)]:
            cls.command("cmake", "--install", cls.build, "--prefix", before, "--component", part)
        # Whatever remembers where it was installed fails from here on.
        cls.prefix = before.rename(cls.folder / "moved")

    @classmethod
    def command(cls, *words, timeout=300, **changes):
        done = subprocess.run(
            [str(word) for word in words],
            capture_output=True,
            text=True,
            timeout=timeout,
            env=support.environment(**changes),
            cwd=cls.folder,
            stdin=subprocess.DEVNULL,
        )
        if done.returncode != 0:
            raise AssertionError(f"{' '.join(map(str, words))}: {done.stdout}{done.stderr}")
        return done.stdout

    def pkg_config_environment(self):
        return {"PKG_CONFIG_PATH": str(self.prefix / "lib/pkgconfig")}

    def check_runtime(self, program, *, launcher=(), processes=1, expected="", **changes):
        """Runs `program` with each process's mapped libraries written down at its end."""
        spy = self.folder / "spy.so"
        if not spy.exists():
            source = pathlib.Path(__file__).with_name("maps_at_exit.c")
            support.compile_c("cc", spy, "-shared", "-fPIC", source)
        maps = self.folder / f"maps-{os.urandom(4).hex()}"
        maps.mkdir()
        done = self.command(
            *launcher, "env", f"LD_PRELOAD={spy}", f"MAPS_FOLDER={maps}", *program, **changes
        )
        self.assertIn(expected, done)
        reports = [path.read_text() for path in maps.iterdir()]
        self.assertEqual(len(reports), processes, done)
        for report in reports:
            runtimes = {line for line in report.splitlines() if RUNTIME.search(line)}
            foreign = {line for line in runtimes if not line.startswith(f"{self.prefix}/")}
            self.assertEqual(foreign, set(), "an OpenMP runtime that is not ours is loaded")
            self.assertTrue(any("/libtidemill.so" in line for line in runtimes), report)


class PrefixTest(Installed):
    def test_installations_of_one_build_go_on_side_by_side(self):
        prefixes = [self.folder / f"beside{i}" for i in range(4)]
        words = ["cmake", "--install", str(self.build), "--component", "runtime", "--prefix"]
        for _ in range(5):
            with contextlib.ExitStack() as stack:
                runs = [
                    stack.enter_context(
                        subprocess.Popen(
                            [*words, str(prefix)],
                            stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE,
                            text=True,
                        )
                    )
                    for prefix in prefixes
                ]
                for run in runs:
                    errors = run.communicate(timeout=300)[1]
                    self.assertEqual(run.returncode, 0, errors)
        for prefix in prefixes:
            self.assertTrue((prefix / "lib/pkgconfig/tidemill.pc").is_file())

    def test_everything_is_there(self):
        for path in (
            "bin/tidemill",
            "lib/libtidemill.so",
            "lib/tidemill/compat/libgomp.so.1",
            "lib/tidemill/link/libgomp.so",
            "lib/cmake/Tidemill/TidemillConfig.cmake",
            "lib/cmake/Tidemill/TidemillConfigVersion.cmake",
            "lib/pkgconfig/tidemill.pc",
            "include/TAMPI.h",
            "include/tidemill/tasking.h",
            "share/tidemill/modulefiles/tidemill",
            "share/doc/tidemill/LICENSE",
        ):
            self.assertTrue((self.prefix / path).exists(), path)

    def test_links_between_the_documents_hold(self):
        documents = sorted((self.prefix / "share/doc/tidemill").rglob("*.md"))
        self.assertIn("docs/benchmarks.md", [str(path)[-18:] for path in documents])
        for document in documents:
            for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text()):
                self.assertTrue((document.parent / link).exists(), f"{document.name}: {link}")

    def test_nothing_remembers_where_it_was(self):
        places = (str(self.folder / "before"), str(self.build), str(ROOT))
        for path in self.prefix.rglob("*"):
            if path.is_symlink():
                self.assertFalse(os.path.isabs(os.readlink(path)), path)
                self.assertTrue(path.exists(), f"{path} leads nowhere")
            elif path.suffix in (".cmake", ".pc") or "modulefiles" in path.parts:
                text = path.read_text() if path.is_file() else ""
                for place in places:
                    self.assertNotIn(place, text, path)

    def test_command_works_from_the_moved_prefix(self):
        said = self.command(self.prefix / "bin/tidemill", "info")
        self.assertIn(f"{self.prefix}/lib/libtidemill.so", said)

    def configure(self, name, lines, *options):
        project = self.folder / name
        project.mkdir()
        (project / "main.c").write_text(C_PROGRAM)
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.19)\nproject(p LANGUAGES C)\n" + lines
        )
        command = ["cmake", "-S", project, "-B", project / "build", "-G", "Ninja", *options]
        return subprocess.run(
            [str(word) for word in command], capture_output=True, text=True,
            env=support.environment(),
        )  # fmt: skip

    def test_version_and_components_are_checked(self):
        here = f"-DCMAKE_PREFIX_PATH={self.prefix}"
        version = self.command(self.prefix / "bin/tidemill", "--version").split()[1]
        for name, request, message in (
            ("exact", f"{version} EXACT REQUIRED", None),
            ("newer", "99.0 REQUIRED", "99.0"),
            ("odd", "REQUIRED COMPONENTS OpenMP Gpu", "Gpu"),
        ):
            done = self.configure(name, f"find_package(Tidemill {request})\n", here)
            self.assertEqual(done.returncode == 0, message is None, done.stderr)
            if message:
                self.assertIn(message, done.stderr)

    def test_stray_flag_at_the_link_does_not_bring_another_runtime(self):
        done = self.configure(
            "stray",
            "find_package(Tidemill REQUIRED COMPONENTS OpenMP)\nadd_executable(main main.c)\n"
            "target_link_libraries(main PRIVATE Tidemill::OpenMP)\n",
            f"-DCMAKE_PREFIX_PATH={self.prefix}",
            "-DCMAKE_C_FLAGS=-fopenmp",
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.command("cmake", "--build", self.folder / "stray/build")
        self.check_runtime([self.folder / "stray/build/main"], expected="threads 3\n")

    def test_project_with_find_package_openmp_is_relinked_by_a_cache_variable(self):
        done = self.configure(
            "unchanged",
            "find_package(OpenMP REQUIRED)\nadd_executable(main main.c)\n"
            "target_link_libraries(main PRIVATE OpenMP::OpenMP_C)\n",
            f"-DOpenMP_gomp_LIBRARY={self.prefix}/lib/tidemill/link/libgomp.so",
            f"-DCMAKE_EXE_LINKER_FLAGS=-L{self.prefix}/lib/tidemill/link"
            f" -Wl,-rpath,{self.prefix}/lib",
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.command("cmake", "--build", self.folder / "unchanged/build")
        self.check_runtime([self.folder / "unchanged/build/main"], expected="threads 3\n")

    def test_old_binary_is_started_by_the_command(self):
        source = ROOT / "tests/tools/maps.c"
        program = support.compile_c("cc", self.folder / "old", "-fopenmp", source)
        self.check_runtime(
            [self.prefix / "bin/tidemill", "run", "--", program], expected="threads 3\n"
        )


class PlainTest(Installed):
    """The compiler's own -fopenmp and one folder before its own: nothing else."""

    def test_plain_flag(self):
        fortran = "fortran" in self.compiler
        source = self.folder / ("main.f90" if fortran else "main.c")
        source.write_text(FORTRAN_PROGRAM if fortran else C_PROGRAM)
        self.command(
            self.compiler, "-fopenmp", source, "-o", self.folder / "plain",
            f"-L{self.prefix}/lib/tidemill/link", f"-Wl,-rpath,{self.prefix}/lib",
        )  # fmt: skip
        self.check_runtime([self.folder / "plain"], expected="threads 3")
        needed = self.command("readelf", "-d", self.folder / "plain")
        self.assertIn("[libtidemill.so.0]", needed)


class ModuleTest(Installed):
    def test_module_file_under_lmod(self):
        said = self.command(
            self.lmod, "bash", "load", "tidemill",
            MODULEPATH=str(self.prefix / "share/tidemill/modulefiles"),
        )  # fmt: skip
        self.assertIn(f"TIDEMILL_ROOT={self.prefix};", said)
        self.assertIn(f"\nPATH={self.prefix}/bin:", said)
        # A program built before the load keeps its runtime: nothing of lib/tidemill is in a path.
        self.assertNotIn("lib/tidemill/", said)


class ExampleTest(Installed):
    mpi = language = compiler = None

    def setUp(self):
        name, variable, wrapper, wrapped = LANGUAGES[self.language]
        self.wrapper = f"{wrapper}.{self.mpi}"
        self.use = {one: self.compiler for one in wrapped}
        self.launcher = (shutil.which(f"mpirun.{self.mpi}"), "-n", "2")
        self.name, self.variable = name, variable

    def run_example(self, program):
        for threads in ("1", "2"):
            self.check_runtime(
                [program], launcher=self.launcher, processes=2, expected="64 blocks each, 0 wrong",
                OMP_NUM_THREADS=threads,
            )  # fmt: skip

    def test_built_with_cmake(self):
        build = self.folder / "cmake"
        self.command(
            "cmake", "-S", ROOT / "examples" / self.language, "-B", build, "-G", "Ninja",
            f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DCMAKE_{self.name}_COMPILER={self.compiler}",
            f"-DMPI_{self.name}_COMPILER={self.wrapper}", **self.use,
        )  # fmt: skip
        self.command("cmake", "--build", build, **self.use)
        self.run_example(build / "ring")

    def test_built_with_pkg_config(self):
        copy = shutil.copytree(ROOT / "examples" / self.language, self.folder / "make")
        self.command(
            "make", "-C", copy, f"MPI={self.mpi}", f"{self.variable}={self.wrapper}",
            **self.use, **self.pkg_config_environment(),
        )  # fmt: skip
        self.run_example(copy / "ring")


class MixedMpisTest(Installed):
    def test_two_mpis_in_one_project_are_an_error(self):
        project = self.folder / "mixed"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.19)\nproject(p LANGUAGES C CXX)\n"
            "find_package(Tidemill REQUIRED COMPONENTS OpenMP MPI)\n"
        )
        for cxx, message in (
            ("mpicxx.openmpi", None),
            ("mpicxx.mpich", r"finds\s+openmpi\s+for\s+C,\s+and\s+mpich\s+for\s+CXX:\s+set\s+MPI_C_COMPILER"),
        ):
            done = subprocess.run(
                ["cmake", "-S", project, "-B", project / cxx, "-G", "Ninja",
                 f"-DCMAKE_PREFIX_PATH={self.prefix}",
                 "-DMPI_C_COMPILER=mpicc.openmpi", f"-DMPI_CXX_COMPILER={cxx}"],
                capture_output=True, text=True, env=support.environment(),
            )  # fmt: skip
            self.assertEqual(done.returncode == 0, message is None, done.stderr)
            if message:
                self.assertRegex(done.stderr, message)


class FortranExampleTest(ExampleTest):
    def test_cmake_finds_the_module(self):
        project = self.folder / "module"
        project.mkdir()
        (project / "main.f90").write_text(PROGRAM_WITH_MODULE)
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.19)\nproject(p LANGUAGES Fortran)\n"
            "find_package(Tidemill REQUIRED COMPONENTS OpenMP MPI)\nadd_executable(main main.f90)\n"
            "target_link_libraries(main PRIVATE Tidemill::MPI)\n"
        )
        self.command(
            "cmake", "-S", project, "-B", project / "build", "-G", "Ninja",
            f"-DCMAKE_PREFIX_PATH={self.prefix}", f"-DCMAKE_Fortran_COMPILER={self.compiler}",
            f"-DMPI_Fortran_COMPILER={self.wrapper}", **self.use,
        )  # fmt: skip
        self.command("cmake", "--build", project / "build", **self.use)


if __name__ == "__main__":
    Installed.build = pathlib.Path(sys.argv[1]).resolve()
    cases = sys.argv[2:]
    loader, suite = unittest.defaultTestLoader, unittest.TestSuite()
    for case in cases:
        if case == "prefix":
            suite.addTests(loader.loadTestsFromTestCase(PrefixTest))
        elif case == "mixed":
            suite.addTests(loader.loadTestsFromTestCase(MixedMpisTest))
        elif case.startswith("plain:"):
            attributes = {"compiler": case.partition(":")[2]}
            suite.addTests(
                loader.loadTestsFromTestCase(type(f"Plain {case}", (PlainTest,), attributes))
            )
        elif case.startswith("module:"):
            ModuleTest.lmod = case.partition(":")[2]
            suite.addTests(loader.loadTestsFromTestCase(ModuleTest))
        else:
            mpi, language, compiler = case.split(":")
            attributes = {"mpi": mpi, "language": language, "compiler": compiler}
            kind = FortranExampleTest if language == "fortran" else ExampleTest
            suite.addTests(
                loader.loadTestsFromTestCase(type(f"Example {case}", (kind,), attributes))
            )
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    sys.exit(0 if result.wasSuccessful() and result.testsRun else 1)
