"""What a program started by `tidemill run` really has loaded, without MPI and with each MPI, the
command before and after its launcher.

usage: run_test.py PREFIX [--stand-in] none
       run_test.py PREFIX clang CLANG
       run_test.py PREFIX [--stand-in] MPI MPICC MPIRUN

--stand-in tests PREFIX/bin/tidemill alone, in a prefix of libraries that do nothing.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import support


class Maps(support.CommandTest):
    """Starts maps.c and judges the libraries it reports."""

    def check(self, done, processes, layer):
        self.assertEqual(done.returncode, 0, done)
        maps = [line[4:] for line in done.stdout.splitlines() if line.startswith("map ")]
        self.assertEqual(done.stdout.count("threads 3\n"), processes, done)
        foreign = [path for path in maps if not path.startswith(str(self.prefix) + "/")]
        self.assertEqual(foreign, [], "an OpenMP runtime that is not ours is loaded")
        names = [pathlib.Path(path).name for path in maps]
        runtimes = [name for name in names if name.startswith("libtidemill.so")]
        self.assertEqual(len(runtimes), processes, names)
        layers = [name for name in names if name.startswith("libtidemill-mpi-")]
        if layer is None:
            self.assertEqual(layers, [])
        else:
            self.assertEqual(len(layers), processes, names)
            for name in layers:
                self.assertTrue(name.startswith(f"libtidemill-mpi-{layer}.so"), name)


class WithoutMpi(Maps):
    def setUp(self):
        super().setUp()
        source = support.HERE / "maps.c"
        self.program = support.compile_c("cc", self.scratch / "maps", "-fopenmp", source)

    def test_runs_on_tidemill_without_a_layer(self):
        self.check(self.tidemill_run("--", self.program), 1, None)
        self.check(self.tidemill_run("./maps"), 1, None)

    def test_runs_on_the_compilers_runtime_by_itself(self):
        done = self.run_command(self.program)
        self.assertIn("/libgomp.so", done.stdout)
        self.assertNotIn("libtidemill", done.stdout)

    def test_program_started_by_a_script(self):
        script = self.script("job.sh", "#!/bin/sh\nexec ./maps\n")
        self.check(self.tidemill_run("--", script), 1, None)


    def test_run_path_to_another_runtime_loses_to_the_preload(self):
        theirs = subprocess.run(
            ["cc", "-print-file-name=libgomp.so"], capture_output=True, text=True, check=True
        ).stdout.strip()
        real = self.scratch / "theirs"
        real.mkdir()
        (real / "libgomp.so.1").symlink_to(pathlib.Path(theirs).resolve())
        program = support.compile_c(
            "cc", self.scratch / "bound", "-fopenmp", support.HERE / "maps.c",
            "-Wl,--disable-new-dtags", f"-Wl,-rpath,{real}",
        )  # fmt: skip
        self.assertIn("answers " + str(real), self.run_command(program).stdout)
        done = self.tidemill_run("-v", "--", program)
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("threads 3\n", done.stdout)
        self.assertRegex(done.stdout, rf"answers {self.prefix}/lib/\S*libtidemill")
        self.assertIn(f"libgomp.so.1 is {real}/libgomp.so.1 by the program's run path", done.stderr)

    def test_verbose_says_what_the_program_gets(self):
        done = self.tidemill_run("-v", "--", self.program)
        self.assertIn("OpenMP: libgomp.so.1 is Tidemill\n", done.stderr)
        done = self.tidemill_run("-v", "--", "true")
        self.assertIn("not linked with a runtime", done.stderr)

    def test_the_runtime_is_preloaded_by_the_name_the_program_expects(self):
        for name, words in (
            ("libgomp.so.1", ["sh"]),
            ("libgomp.so.1", [self.program]),
            ("libomp.so.5", [self.needs("libomp.so.5")]),
            ("libiomp5.so", [self.needs("libiomp5.so")]),
        ):
            line = self.tidemill_run("--print", "--", *words).stdout
            self.assertIn(f"/lib/libtidemill.so:{self.prefix}/lib/tidemill/compat/{name} ", line)

    def needs(self, name):
        """A program that asks for a library of that name, and for nothing in it."""
        stub = self.scratch / f"stub-{name}"
        empty = self.scratch / "empty.c"
        empty.write_text("int unused; int main(void) { return 0; }\n")
        support.compile_c("cc", stub, "-shared", "-fPIC", empty, f"-Wl,-soname,{name}")
        return support.compile_c(
            "cc", self.scratch / f"with-{name}", empty, "-Wl,--no-as-needed", stub
        )

    def test_verbose_confirms_at_the_end(self):
        done = self.tidemill_run("-v", "--", self.program)
        self.assertIn(f"OpenMP at the end: {self.program} is served\n", done.stderr)
        self.assertNotIn("OpenMP at the end", self.tidemill_run("--", self.program).stderr)
        self.assertNotIn("OpenMP at the end", self.tidemill_run("-v", "--", "true").stderr)

    def test_verbose_of_a_program_that_hasnt_called_it(self):
        source = self.scratch / "calls_not.c"
        source.write_text(
            "int main(int n, char** words) { (void)words; if (n > 1) {\n"
            "#pragma omp parallel\n  ;\n} return 0; }\n"
        )
        # Its calls are looked up when they are first made: until then they go to the program itself.
        program = support.compile_c(
            "cc", self.scratch / "calls_not", "-fopenmp", "-Wl,-z,lazy", source
        )
        for word in (program, "./calls_not"):
            done = self.tidemill_run("-v", "--", word)
            self.assertEqual(done.returncode, 0, done)
            self.assertIn(f"OpenMP at the end: {program} has not called it\n", done.stderr)

    def test_verbose_tells_of_a_copy_that_a_library_brought(self):
        folder = self.scratch / "bundled"
        folder.mkdir()
        theirs = subprocess.run(
            ["cc", "-print-file-name=libgomp.so.1"], capture_output=True, text=True, check=True
        ).stdout.strip()
        # As Python's wheels are made: the copy has a name of its own, by which it is asked for.
        copy = folder / "libgomp-2.so"
        whole = pathlib.Path(theirs).read_bytes()
        copy.write_bytes(whole.replace(b"libgomp.so.1\0", b"libgomp-2.so\0"))
        loader = self.scratch / "loads.c"
        loader.write_text(
            "#include <dlfcn.h>\n"
            "int main(int n, char** words) { void* h = dlopen(words[1], RTLD_NOW);\n"
            "  void (*run)(void) = (void (*)(void))(h ? dlsym(h, \"run\") : 0);\n"
            "  if (run) run(); return run == 0; }\n"
        )
        library = self.scratch / "library.c"
        library.write_text("void run(void) {\n#pragma omp parallel\n  ;\n}\n")
        program = support.compile_c("cc", self.scratch / "loads", loader, "-ldl")
        compiled = support.compile_c(
            "cc", self.scratch / "library.o", "-c", "-fPIC", "-fopenmp", library
        )
        support.compile_c(
            "cc", folder / "libwork.so", "-shared", compiled, copy, "-Wl,-rpath,$ORIGIN"
        )
        done = self.tidemill_run("-v", "--", program, folder / "libwork.so")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn(f"OpenMP at the end: {folder}/libwork.so is served\n", done.stderr)
        self.assertIn(f"OpenMP at the end: {copy} is loaded beside Tidemill\n", done.stderr)

    def test_info_of_a_running_process(self):
        waits = self.scratch / "waits.c"
        waits.write_text(
            "#include <stdio.h>\nint main(void) {\n#pragma omp parallel\n  ;\n"
            "  puts(\"up\"); fflush(stdout); return getchar(); }\n"
        )
        program = support.compile_c("cc", self.scratch / "waits", "-fopenmp", waits)
        for words, expected in (
            ([self.tidemill, "run", "--", program], "preloaded: it answers before any other"),
            ([program], "not in this process: start it by 'tidemill run'"),
        ):
            process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=support.environment()
            )
            self.assertEqual(process.stdout.readline(), b"up\n")
            done = self.run_command(self.tidemill, "info", "--pid", process.pid)
            process.communicate(b"\n")
            self.assertEqual(done.returncode, 0, done)
            self.assertIn(expected, done.stdout)
            self.assertIn(f"{program} for libgomp.so.1\n", done.stdout)
        done = self.run_command(self.tidemill, "info", "--pid", process.pid)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"there is no process {process.pid}", done.stderr)

    def test_verbose_knows_a_program_linked_with_tidemill(self):
        program = support.compile_c(
            "cc", self.scratch / "linked", "-fopenmp", support.HERE / "maps.c",
            f"-L{self.prefix}/lib/tidemill/link",
        )  # fmt: skip
        done = self.tidemill_run("-v", "--", program)
        self.check(done, 1, None)
        self.assertIn("OpenMP: linked with libtidemill.so.0, Tidemill itself\n", done.stderr)
        self.assertNotIn("not linked with a runtime", done.stderr)

    def test_info_says_why_a_runtime_cannot_be_loaded(self):
        broken = support.stand_in_prefix(self.scratch / "broken", self.tidemill)
        (broken / "lib/libtidemill.so").write_text("no library")
        done = self.run_command(broken / "bin/tidemill", "info")
        self.assertEqual(done.returncode, 0, done)
        self.assertIn("cannot be loaded", done.stdout)

    def test_info_says_where_each_setting_comes_from(self):
        done = self.run_command(
            self.tidemill, "info",
            OMP_NUM_THREADS="3,2",  # the standard's own
            OMP_SCHEDULE_ALL="guided,4",  # for all devices
            GOMP_STACKSIZE="1234", GOMP_CPU_AFFINITY="0", KMP_ALL_THREADS="9", KMP_BLOCKTIME="7",
            TIDEMILL_MIGRATE="1",
            OMP_DYNAMIC="perhaps",  # of no use: the default stays
            OMP_MAX_TASK_PRIORITY="",  # counts as not set
        )  # fmt: skip
        self.assertEqual(done.returncode, 0, done)
        shown = re.findall(r"^  \[host\] (\w+)='(.*)'  # (\w+)$", done.stdout, re.M)
        settings = {name: (value, source) for name, value, source in shown}
        self.assertEqual(len(settings), len(shown), "a setting is shown twice")
        self.assertGreaterEqual(len(settings), 27)
        expected = {
            "OMP_NUM_THREADS": ("3,2", "OMP_NUM_THREADS"),
            "OMP_SCHEDULE": ("GUIDED,4", "OMP_SCHEDULE_ALL"),
            "OMP_STACKSIZE": ("1234K", "GOMP_STACKSIZE"),
            "OMP_PLACES": ("{0}", "GOMP_CPU_AFFINITY"),
            "OMP_PROC_BIND": ("CLOSE", "GOMP_CPU_AFFINITY"),
            "OMP_THREAD_LIMIT": ("9", "KMP_ALL_THREADS"),
            "KMP_BLOCKTIME": ("7", "KMP_BLOCKTIME"),
            "TIDEMILL_MIGRATE": ("TRUE", "TIDEMILL_MIGRATE"),
        }
        for name, what in expected.items():
            self.assertEqual(settings.pop(name), what)
        self.assertEqual(settings["OMP_DYNAMIC"][0], "FALSE")
        for name, (_, source) in settings.items():
            self.assertEqual(source, "default", name)
        self.assertIn("warning: OMP_DYNAMIC=perhaps: not true or false", done.stdout)

    def test_info_has_its_settings_also_where_the_runtime_prints_them(self):
        plain = self.run_command(self.tidemill, "info").stdout
        settings = plain[plain.index("settings\n") :]
        for name in ("OMP_DISPLAY_ENV", "KMP_SETTINGS"):
            done = self.run_command(self.tidemill, "info", **{name: "1"})
            self.assertTrue(done.stdout.endswith(settings), done.stdout)

    def test_info_shows_the_layers_settings(self):
        if not any((self.prefix / "lib").glob("libtidemill-mpi-*.so")):
            self.skipTest("no task-aware layer was built")
        done = self.run_command(
            self.tidemill, "info",
            TIDEMILL_TASK_AWARE="Yes", TIDEMILL_MPI_BACKEND="Async", TIDEMILL_MPI_THREADS="4",
        )  # fmt: skip
        for line in (
            "  [host] TIDEMILL_TASK_AWARE='TRUE'  # TIDEMILL_TASK_AWARE\n",
            "  [host] TIDEMILL_MPI_BACKEND='async'  # TIDEMILL_MPI_BACKEND\n",
            "  [host] TIDEMILL_MPI_COLLECTIVES='messages'  # default\n",
            "  [host] TIDEMILL_MPI_THREADS='auto'  # default\n",
            "TIDEMILL_MPI_THREADS=4 is none of auto, serialized, multiple: auto is used\n",
        ):
            self.assertIn(line, done.stdout)

    def test_info_shows_the_defaults_of_an_empty_environment(self):
        done = self.run_command(self.tidemill, "info")
        sources = set(re.findall(r"^  \[host\] \w+='.*'  # (\w+)$", done.stdout, re.M))
        self.assertEqual(sources, {"default"})
        self.assertRegex(done.stdout, r"(?m)^topology    \d+ socket")


class BuiltByClang(Maps):
    clang = None

    def program(self, *words):
        return support.compile_c(
            self.clang, self.scratch / "maps", *words, support.HERE / "maps.c", "-ldl"
        )

    def test_under_libomps_name(self):
        program = self.program("-fopenmp=libomp")
        self.assertIn("/libomp", self.run_command(program).stdout)
        self.check(self.tidemill_run("--", program), 1, None)

    def test_under_intels_name(self):
        program = self.program("-fopenmp=libiomp5", f"-L{self.prefix}/lib/tidemill/link")
        done = self.run_command("readelf", "-d", program)
        # Linked with our own link name, it asks for libtidemill itself, wherever that is.
        self.assertIn("libtidemill.so.0", done.stdout)
        self.check(self.tidemill_run("--", program), 1, None)


class WithMpi(Maps):
    mpi = mpicc = mpirun = None

    def setUp(self):
        super().setUp()
        source = support.HERE / "maps.c"
        self.program = support.compile_c(
            self.mpicc, self.scratch / "maps", "-fopenmp", "-DWITH_MPI", source
        )

    def test_after_the_launcher(self):
        done = self.run_command(
            self.mpirun, "-n", "2", self.tidemill, "run", "--", self.program
        )
        self.check(done, 2, self.mpi)

    def test_before_the_launcher(self):
        done = self.tidemill_run("--", self.mpirun, "-n", "2", self.program)
        self.check(done, 2, self.mpi)

    def test_before_the_launcher_with_two_programs(self):
        done = self.tidemill_run(
            "--", self.mpirun, "-n", "1", self.program, ":", "-n", "2", "./maps"
        )
        self.check(done, 3, self.mpi)

    def test_info_names_the_library_beneath_the_layer(self):
        done = self.run_command(self.tidemill, "info")
        self.assertRegex(done.stdout, rf"{self.mpi}: .*-{self.mpi}\.so\n +on /.*/libmpi")

    def test_without_a_launcher(self):
        self.check(self.tidemill_run("--", self.program), 1, self.mpi)

    def test_verbose_names_no_library_of_tidemills_own_at_the_end(self):
        done = self.tidemill_run("-v", "--", self.program)
        self.assertIn(f"OpenMP at the end: {self.program} is served\n", done.stderr)
        self.assertEqual(done.stderr.count("OpenMP at the end"), 1, done.stderr)

    def test_both_before_and_after(self):
        done = self.tidemill_run(
            "--", self.mpirun, "-n", "2", self.tidemill, "run", "--", self.program
        )
        self.check(done, 2, self.mpi)

    def test_wrapper_script_gets_its_launchers_layer(self):
        script = self.script("job.sh", '#!/bin/sh\nexec ./maps "$@"\n')
        self.check(self.tidemill_run("--", self.mpirun, "-n", "2", script), 2, self.mpi)

    def test_flags_reach_the_ranks(self):
        done = self.tidemill_run(
            "--task-aware", "--migrate", "--", self.mpirun, "-n", "2", "sh", "-c",
            "echo aware=$TIDEMILL_TASK_AWARE migrate=$TIDEMILL_MIGRATE",
        )  # fmt: skip
        self.assertEqual(done.stdout.count("aware=1 migrate=1\n"), 2, done)

    def test_mpi_behind_another_library_is_found(self):
        inner = self.scratch / "inner.c"
        inner.write_text("#include <mpi.h>\nint f(void) { int r; return MPI_Initialized(&r); }\n")
        support.compile_c(self.mpicc, self.scratch / "libinner.so", "-shared", "-fPIC", inner)
        outer = self.scratch / "outer.c"
        outer.write_text("int f(void);\nint main(void) { return f(); }\n")
        program = support.compile_c(
            "cc", self.scratch / "outer", outer, f"-L{self.scratch}", "-linner",
            f"-Wl,-rpath,{self.scratch}", "-Wl,--allow-shlib-undefined",
        )  # fmt: skip
        done = self.tidemill_run("--print", "--", program)
        self.assertIn(f"libtidemill-mpi-{self.mpi}.so", done.stdout)

    def test_naming_the_other_mpi_is_refused(self):
        other = "mpich" if self.mpi == "openmpi" else "openmpi"
        done = self.tidemill_run("--mpi", other, "--", self.program)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn(f"linked with {self.mpi}", done.stderr)

    def test_another_mpis_launcher_is_told_once(self):
        variables = {
            "openmpi": {"MPI_LOCALNRANKS": "2", "PMI_RANK": "0"},
            "mpich": {"OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "0"},
        }[self.mpi]
        other = "mpich" if self.mpi == "openmpi" else "openmpi"
        said = self.tidemill_run("--print", "--", self.program, **variables).stderr
        self.assertIn(f"'{self.program}' is linked with {self.mpi}, but started by the", said)
        self.assertIn(f"launcher of {other}", said)
        self.assertIn(f"start it with the mpirun of {self.mpi}", said)
        second = {name: value.replace("0", "1") for name, value in variables.items()}
        both = {**variables, "MPI_LOCALNRANKS": "2", "OMPI_COMM_WORLD_SIZE": "2"}
        for silent in (second, both):
            self.assertEqual(self.tidemill_run("--print", "--", self.program, **silent).stderr, "")

    def test_program_that_is_not_there_is_named(self):
        done = self.run_command(self.mpirun, "-n", "2", self.tidemill, "run", "--", "./absent")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("tidemill: './absent' does not exist", done.stderr)

    def test_launchers_failure_is_the_commands(self):
        done = self.tidemill_run("--", self.mpirun, "-n", "1", "sh", "-c", "exit 3")
        self.assertEqual(done.returncode, 3, done)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    stand_in = "--stand-in" in arguments
    if stand_in:
        arguments.remove("--stand-in")
    prefix, case, *tools = arguments
    support.CommandTest.prefix = pathlib.Path(prefix).resolve()
    if case == "none":
        cases = WithoutMpi
    elif case == "clang":
        cases = BuiltByClang
        (BuiltByClang.clang,) = tools
    else:
        cases = WithMpi
        WithMpi.mpi, (WithMpi.mpicc, WithMpi.mpirun) = case, tools
    with tempfile.TemporaryDirectory(prefix="tidemill-test-") as scratch:
        if stand_in:
            support.CommandTest.prefix = support.stand_in_prefix(
                pathlib.Path(scratch) / "prefix", support.CommandTest.prefix / "bin/tidemill"
            )
        unittest.main(argv=[sys.argv[0], cases.__name__], verbosity=2)
