"""`tidemill run` and `info` by themselves: options, error lines, statuses, the environment built.

usage: command_test.py PREFIX    (PREFIX/bin/tidemill is tested, in a prefix of stand-in libraries)
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import support


class Options(support.CommandTest):
    def test_version_and_help_succeed(self):
        self.assertRegex(self.run_command(self.tidemill, "--version").stdout, r"^tidemill \d+\.\d+")
        for words in (["help"], ["help", "run"], ["--help"], ["run", "--help"]):
            done = self.run_command(self.tidemill, *words)
            self.assertEqual(done.returncode, 0, words)
            self.assertIn("Usage:", done.stdout)

    def test_help_without_a_subcommand_is_the_whole_usage(self):
        said = self.run_command(self.tidemill, "help").stdout
        for text in ("Usage: tidemill", "--version", "  info ", "--task-aware", "MPI"):
            self.assertIn(text, said)

    def test_help_names_every_policy_and_the_value_of_stats(self):
        said = self.run_command(self.tidemill, "run", "--help").stdout
        for text in ("[--] COMMAND", "--policy NAME", "--mpi NAME", "--stats[=FILE.json]", "fifo",
                     "messages", "ready", "lifo", "sa or fa", "ga"):
            self.assertIn(text, said)

    def test_output_that_cannot_be_written_is_a_failure(self):
        for words in (["info"], ["help"], ["--version"], ["run", "--print", "--", "ls"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run(
                    [self.tidemill, *words], stdout=full, stderr=subprocess.PIPE, text=True,
                    env=support.environment(),
                )  # fmt: skip
            self.assertEqual(done.returncode, 1, words)
            self.assertIn("cannot be written", done.stderr)

    def test_options_end_at_the_first_word_that_is_none(self):
        with_dashes = self.tidemill_run("--print", "--", "echo", "--task-aware", "--", "x")
        without = self.tidemill_run("--print", "echo", "--task-aware", "--", "x")
        self.assertTrue(with_dashes.stdout.endswith(" echo --task-aware -- x\n"), with_dashes)
        self.assertEqual(with_dashes.stdout, without.stdout)
        self.assertNotIn("TIDEMILL_TASK_AWARE", with_dashes.stdout)

    def test_flags_become_variables(self):
        done = self.tidemill_run("--task-aware", "--migrate", "--", "env")
        self.assertIn("TIDEMILL_TASK_AWARE=1\n", done.stdout)
        self.assertIn("TIDEMILL_MIGRATE=1\n", done.stdout)
        done = self.tidemill_run("--", "env")
        self.assertNotIn("TIDEMILL_TASK_AWARE", done.stdout)
        self.assertNotIn("TIDEMILL_MIGRATE", done.stdout)

    def test_a_policy_becomes_a_variable(self):
        done = self.tidemill_run("--policy", "lifo", "--", "env")
        self.assertIn("TIDEMILL_POLICY=lifo\n", done.stdout)
        refused = self.tidemill_run("--policy", "fast", "--", "env")
        self.assertEqual(refused.returncode, 2, refused)
        self.assertIn("'fast' is no policy: use one of fifo, messages, ready, lifo, sa, fa, ga", refused.stderr)

    def test_value_options_do_not_start_the_command(self):
        done = self.tidemill_run("--mpi", "none", "echo", "hello")
        self.assertEqual(done.stdout, "hello\n")

    def test_exit_status_and_output_are_the_commands(self):
        done = self.tidemill_run("--", "sh", "-c", "echo out; exit 7")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (7, "out\n", ""))


class Environment(support.CommandTest):
    def test_users_lists_are_kept_behind_ours_and_nothing_twice(self):
        runtime = f"{self.prefix}/lib/libtidemill.so"
        named = f"{self.prefix}/lib/tidemill/compat/libgomp.so.1"
        mine = shutil.copy(runtime, self.scratch / "mine.so")
        done = self.tidemill_run(
            "--", "env", LD_LIBRARY_PATH="/a:/b", LD_PRELOAD=f"{mine} {runtime}"
        )
        self.assertIn(f"LD_LIBRARY_PATH={self.prefix}/lib/tidemill/compat:/a:/b\n", done.stdout)
        self.assertIn(f"LD_PRELOAD={runtime}:{named}:{mine}\n", done.stdout)

    def test_tidemill_inside_tidemill_adds_nothing(self):
        once = self.tidemill_run("--", "env")
        twice = self.tidemill_run("--", self.tidemill, "run", "--", "env")
        preload = [line for line in twice.stdout.splitlines() if line.startswith("LD_PRELOAD")]
        self.assertEqual(len(preload), 1)
        self.assertIn(preload[0] + "\n", once.stdout)

    def test_printed_line_can_be_run_by_a_shell(self):
        line = self.tidemill_run("--print", "--", "echo", "a b", "it's", "$HOME", "").stdout
        done = self.run_command("sh", "-c", line)
        self.assertEqual(done.stdout, "a b it's $HOME \n")

    def test_launchers_variables_choose_the_layer_of_a_program_without_mpi(self):
        for variables, layer in (
            ({"OMPI_COMM_WORLD_SIZE": "2"}, "openmpi"),
            ({"PMI_RANK": "0"}, "mpich"),
            ({"PMI_RANK": "0", "SLURM_PROCID": "0"}, None),
            ({"MPI_LOCALNRANKS": "1", "PMI_RANK": "0", "SLURM_PROCID": "0"}, "mpich"),
            ({}, None),
        ):
            line = self.tidemill_run("--print", "--", "sh", **variables).stdout
            expected = f"libtidemill-mpi-{layer}.so" if layer else "LD_PRELOAD=" + str(self.prefix)
            self.assertIn(expected, line)
            self.assertEqual("libtidemill-mpi" in line, layer is not None, line)
        line = self.tidemill_run("--print", "--mpi", "none", "sh", OMPI_COMM_WORLD_SIZE="2").stdout
        self.assertNotIn("libtidemill-mpi", line)
        line = self.tidemill_run("--print", "--mpi", "mpich", "sh").stdout
        self.assertIn("libtidemill-mpi-mpich.so", line)

    def test_info_names_prefix_layers_and_variables(self):
        done = self.run_command(self.tidemill, "info", OMP_NUM_THREADS="3", TIDEMILL_X="y")
        self.assertEqual(done.returncode, 0)
        for text in (
            f"{self.prefix}/lib/libtidemill.so\n",
            "libgomp.so.1\n",
            "openmpi: ",
            "mpich: ",
            "OMP_NUM_THREADS=3",
            "TIDEMILL_X=y",
            f"{len(os.sched_getaffinity(0))} available",
        ):
            self.assertIn(text, done.stdout)


class Errors(support.CommandTest):
    def expect(self, done, status, *texts):
        self.assertEqual(done.returncode, status, done)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for text in ("tidemill: ", *texts):
            self.assertIn(text, done.stderr)

    def test_usage(self):
        self.expect(self.tidemill_run(), 2, "no command")
        self.expect(self.tidemill_run("--task-aware"), 2, "no command")
        self.expect(self.tidemill_run("--bogus", "ls"), 2, "'--bogus' is no option", "tidemill help")
        self.expect(self.tidemill_run("--mpi", "lam", "--", "ls"), 2, "'lam' is no layer", "openmpi")
        self.expect(self.tidemill_run("--policy"), 2, "--policy: its value is missing")
        twice = self.tidemill_run("--policy", "fifo", "--policy", "fa", "--", "ls")
        self.expect(twice, 2, "--policy is given 2 times")
        self.expect(self.run_command(self.tidemill, "info", "all"), 2, "'all' is one word too many")
        for flag in ("--task-aware=0", "--migrate=false", "--print=1", "-v=0"):
            name = flag.split("=")[0]
            self.expect(self.tidemill_run(flag, "--", "ls"), 2, flag, f"{name} takes no value")
        for word in ("fly", "./a.out", ""):
            self.expect(self.run_command(self.tidemill, word), 2, f"'{word}' is no subcommand", "tidemill run -- ")
        for pid in ("0", "-1", "abc", "", "99999999999999999999"):
            done = self.run_command(self.tidemill, "info", f"--pid={pid}" if pid else "--pid")
            self.expect(done, 2, "--pid", f"'{pid}' is no process id" if pid else "missing")
        self.expect(self.run_command(self.tidemill, "help", "fly"), 2, "fly")

    def test_command_not_found_is_127(self):
        self.expect(self.tidemill_run("--", "no-such-program"), 127, "no-such-program", "PATH")
        self.expect(self.tidemill_run("--", "./absent"), 127, "./absent", "check the path")
        self.expect(self.tidemill_run("--", ""), 127, "an empty word", "name a program")

    def test_command_not_executable_is_126(self):
        self.script("plain", "#!/bin/sh\n", mode=0o644)
        (self.scratch / "folder").mkdir()
        self.expect(self.tidemill_run("--", "./plain"), 126, "./plain", "chmod +x")
        self.expect(self.tidemill_run("--", "./folder"), 126, "./folder", "folder")

    def test_folder_of_path_that_may_not_be_searched_is_passed_over(self):
        locked = self.scratch / "locked"
        locked.mkdir(mode=0o000)
        path = f"{locked}:{os.environ['PATH']}"
        self.expect(self.tidemill_run("--", "no-such-program", PATH=path), 127, "no-such-program")
        self.assertEqual(self.tidemill_run("--", "echo", "here", PATH=path).stdout, "here\n")

    def test_missing_script_interpreter_is_named(self):
        self.script("orphan", "#!/no/such/interpreter\n")
        self.expect(self.tidemill_run("--", "./orphan"), 127, "./orphan", "first line")

    def test_script_without_first_line_runs_as_a_shell_would(self):
        self.script("bare", "echo bare\n")
        self.assertEqual(self.tidemill_run("--", "./bare").stdout, "bare\n")

    def test_incomplete_installation(self):
        broken = support.stand_in_prefix(self.scratch / "broken", self.tidemill, layers=())
        program = f"{broken}/bin/tidemill"
        done = self.run_command(program, "run", "--mpi", "mpich", "--", "ls")
        self.expect(done, 1, "libtidemill-mpi-mpich.so", "missing", "mpicc.mpich")
        done = self.run_command(program, "run", "--mpi", "mpi_abi", "--", "ls")
        self.expect(done, 1, "missing", "-DTIDEMILL_EXTRA_MPIS=mpi_abi=/path/of/mpicc_abi")
        (broken / "lib/libtidemill.so").unlink()
        self.expect(self.run_command(program, "run", "--", "ls"), 1, "libtidemill.so", "missing")
        done = self.run_command(program, "info")
        self.assertEqual(done.returncode, 0)
        self.assertIn("libtidemill.so (missing)", done.stdout)

    def test_prefix_the_loader_cannot_name(self):
        spaced = support.stand_in_prefix(self.scratch / "with space", self.tidemill)
        self.expect(self.run_command(f"{spaced}/bin/tidemill", "run", "--", "ls"), 1, "with space")


class OutOfReach(support.CommandTest):
    def expect_warning(self, done, *texts):
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for text in ("tidemill: warning: ", *texts):
            self.assertIn(text, done.stderr)

    def test_static_program_is_told_and_still_runs(self):
        source = self.scratch / "hello.c"
        source.write_text('#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n')
        program = support.compile_c("cc", self.scratch / "static", "-static", source)
        done = self.tidemill_run("--", program)
        self.expect_warning(done, program, "-static")
        self.assertEqual(done.stdout, "hello\n")

    def test_32_bit_program_gets_no_preloads(self):
        program = self.scratch / "old"
        program.write_bytes(b"\x7fELF\x01\x01\x01" + bytes(45))
        program.chmod(0o755)
        done = self.tidemill_run("--print", "--", "./old")
        self.expect_warning(done, "./old", "32-bit")
        self.assertEqual(done.stdout, "./old\n")

    def test_verbose_does_not_claim_what_does_not_happen(self):
        source = self.scratch / "empty.c"
        source.write_text("int main(void) { return 0; }\n")
        program = support.compile_c("cc", self.scratch / "static", "-static", source)
        said = self.tidemill_run("-v", "--", program).stderr
        self.assertIn("nothing of Tidemill comes into the program itself", said)
        self.assertNotIn("meets Tidemill", said)
        self.assertNotIn("MPI layer", said)

    def test_set_uid_program_is_told(self):
        if os.geteuid() == 0:
            program = shutil.copy("/bin/true", self.scratch / "suid")
            os.chown(program, 1, -1)
            os.chmod(program, 0o4755)
        else:
            program = shutil.which("su", path="/usr/bin:/bin")
        self.expect_warning(self.tidemill_run("--print", "--", program), "set-uid")

    def test_damaged_elf_file_does_not_crash_the_command(self):
        whole = pathlib.Path("/bin/true").read_bytes()
        for length in (4, 20, 64, 200, 1000):
            program = self.scratch / f"cut{length}"
            program.write_bytes(whole[:length])
            program.chmod(0o755)
            done = self.tidemill_run("--print", "--", program)
            self.assertEqual(done.returncode, 0, done)

    def test_elf_file_that_cannot_run_is_no_script(self):
        whole = pathlib.Path("/bin/true").read_bytes()
        foreign = bytearray(whole)
        foreign[18:20] = (22).to_bytes(2, "little")  # EM_S390
        short = b"\x7fELF\x01\x01\x01" + bytes(9) + b"\x02\x00\x28\x00" + bytes(32)
        for name, content, why in (
            ("cut", whole[:300], "damaged, or cut off"),
            ("stub", b"\x7fELF\n>made_by_a_shell\n", "damaged, or cut off"),
            ("mainframe", foreign, "a program for S/390"),
            ("pocket", short, "a 32-bit program for ARM"),
        ):
            program = self.scratch / name
            program.write_bytes(content)
            program.chmod(0o755)
            done = self.tidemill_run("--", f"./{name}")
            self.assertEqual(done.returncode, 126, done)
            last = done.stderr.splitlines()[-1]
            self.assertIn(f"tidemill: './{name}' cannot be started", last)
            self.assertIn(why, last)
        self.assertFalse((self.scratch / "made_by_a_shell").exists())

    def test_missing_loader_is_named(self):
        program = self.scratch / "lost"
        whole = pathlib.Path("/bin/true").read_bytes()
        program.write_bytes(whole.replace(b"/ld-linux", b"/no-linux", 1))
        program.chmod(0o755)
        done = self.tidemill_run("--", "./lost")
        self.assertEqual(done.returncode, 127, done)
        self.assertIn("the dynamic loader that it names is not here", done.stderr)


class Launchers(support.CommandTest):
    """The command line that would be started, with stand-ins for the launchers."""

    def rewritten(self, *words):
        bin_folder = self.scratch / "bin"
        bin_folder.mkdir(exist_ok=True)
        for name in ("orterun", "srun"):
            self.script(f"bin/{name}", "#!/bin/sh\n")
        if not (bin_folder / "mpirun").exists():
            (bin_folder / "mpirun").symlink_to("orterun")
        return self.tidemill_run(*words, PATH=f"{bin_folder}:{os.environ['PATH']}")

    def test_options_travel_to_the_ranks_and_nothing_is_preloaded_into_the_launcher(self):
        done = self.rewritten(
            "--print", "--task-aware", "--migrate", "--mpi", "openmpi",
            "--", "mpirun", "-n", "2", "sh", "-c", "a b",
        )  # fmt: skip
        self.assertEqual(
            done.stdout,
            f"mpirun -n 2 {self.tidemill} run --task-aware --migrate --mpi openmpi -- sh -c 'a b'\n",
        )

    def test_srun_and_mpmd(self):
        done = self.rewritten("--print", "--", "srun", "-n2", "sh", ":", "-n", "1", "ls")
        inserted = f"{self.tidemill} run --"
        self.assertEqual(done.stdout, f"srun -n2 {inserted} sh : -n 1 {inserted} ls\n")

    def test_no_program_is_warned_of_and_passed_on(self):
        done = self.rewritten("--print", "--", "mpirun", "-n", "2", "./absent")
        self.assertEqual(done.stdout, "mpirun -n 2 ./absent\n")
        self.assertIn("tidemill: warning: no program found", done.stderr)
        self.assertIn("'./absent' cannot be started", done.stderr)


if __name__ == "__main__":
    built = pathlib.Path(sys.argv.pop(1)).resolve()
    with tempfile.TemporaryDirectory(prefix="tidemill-test-") as scratch:
        support.CommandTest.prefix = support.stand_in_prefix(
            pathlib.Path(scratch) / "prefix", built / "bin/tidemill"
        )
        unittest.main(verbosity=2)
