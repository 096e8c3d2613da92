"""tm-bench as a user calls it: tiny runs, their JSON, and what wrong calls are told.

usage: command_test.py BUILD-FOLDER
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv[1]).resolve()
MPIS = list((BUILD / "lib/tidemill/bench/mpi-programs").glob("*.txt"))
APPS = ["app"] if (BUILD / "bin/jacobi").is_file() else []
CASES = {"flat", "by-all", "taskwait", "undeferred", "outside", "taskloop", "taskgroup", "priority",
         "detach", "fib", "fib-untied", "fib-final", "queens", "tree", "forest", "chain", "chains8",
         "wavefront", "dag", "parallel", "nested", "barrier", "for-static", "for-dynamic", "for-guided",
         "ordered", "doacross", "single", "reduction", "critical", "atomic", "lock", "lock-contended",
         "nest-lock", "outstanding", "suspended", "pair", "beside-waiting", "struct8", "struct16", "struct64",
         "struct512", "object", "blocks", "blocks-struct16", "blocks-struct32", "blocks-struct64", "touch-4K",
         "touch-16K", "touch-64K", "touch-128K", "flag", "affinity", "nodes", "nodes-affinity", "nodes-strict"}
PATTERNS = ["stencil", "fft", "tree", "nearest", "stencil-4K", "stencil-16K", "stencil-64K", "stencil-128K",
            "struct8", "struct64", "struct512", "object", "waiting"]


class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tm-bench-")
        self.addCleanup(folder.cleanup)
        self.scratch = pathlib.Path(folder.name)

    def tm_bench(self, *words, **variables):
        return subprocess.run([str(BUILD / "bin/tm-bench"), *map(str, words)], text=True,
                              capture_output=True, cwd=self.scratch, stdin=subprocess.DEVNULL,
                              env={**os.environ, **variables})

    def good(self, *words):
        done = self.tm_bench(*words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def other_build(self):
        """A copy of this build is another one."""
        folder = self.scratch / "other"
        shutil.copytree(BUILD / "lib", folder / "lib", symlinks=True,
                        ignore=shutil.ignore_patterns("bench", "*.a"))
        (folder / "bin").mkdir()
        shutil.copy2(BUILD / "bin/tidemill", folder / "bin/tidemill")
        return folder

    def refused(self, *words, **variables):
        done = self.tm_bench(*words, **variables)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "", "it has begun to measure")
        return done.stderr


class Calls(Command):
    def test_help_lists_the_subcommands(self):
        text = self.good("--help")
        for name in ("micro", "metg", "suspend", *APPS, *(("mpi",) if MPIS else ())):
            self.assertRegex(text, rf"\n  {name} +\w")

    def test_each_subcommand_has_help(self):
        self.assertIn("--rounds", self.good("micro", "--help"))
        self.assertIn("--longest", self.good("metg", "--help"))
        for name in ("micro", "metg", "suspend", *APPS, *(("mpi",) if MPIS else ())):
            text = self.good(name, "--help")
            self.assertTrue(text.startswith(f"usage: tm-bench {name} [-h] "), text)
            self.assertRegex(text, r"\n  -h, --help +show this help message and exit\n")
        self.assertIn("--benchmark_filter=REGEX", self.good("suspend", "--help"))

    def test_called_through_a_link(self):
        (self.scratch / "link").symlink_to(BUILD / "bin/tm-bench")
        done = subprocess.run([self.scratch / "link", "micro", "--list"], text=True,
                              capture_output=True, cwd=self.scratch)
        self.assertEqual(set(done.stdout.split()), CASES, done.stderr)

    def test_called_by_name(self):
        environment = dict(os.environ, PATH=f"{BUILD}/bin:{os.environ['PATH']}")
        done = subprocess.run(["tm-bench", "micro", "--list"], env=environment, text=True,
                              capture_output=True, cwd=self.scratch)
        self.assertEqual(set(done.stdout.split()), CASES, done.stderr)

    def test_an_unknown_subcommand_is_told_the_known(self):
        for name in ("nonsense", "../micro", "subcommands.txt", ""):
            said = self.refused(name)
            self.assertIn(f"'{name}' is no subcommand", said)
            self.assertIn("suspend", said)

    def test_output_that_is_lost_is_told_in_one_line(self):
        command = [str(BUILD / "bin/tm-bench"), "micro", "--list"]
        for unbuffered in ("", "1"):
            with open("/dev/full", "w") as full:
                done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True,
                                      env=dict(os.environ, PYTHONUNBUFFERED=unbuffered))
            self.assertEqual(done.returncode, 2, done)
            self.assertRegex(done.stderr, r"^tm-bench micro: standard output cannot be written: .*\n$")
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True)
        os.close(writer)
        self.assertEqual((done.returncode, done.stderr), (141, ""))

    def test_wrong_options_name_what_is_right(self):
        self.assertIn("wavefront", self.refused("micro", "--cases", "waterfront"))
        self.assertIn("stencil", self.refused("metg", "--patterns", "stancil"))
        self.assertIn("gcc and clang", self.refused("micro", "--compilers", "icc"))
        self.assertIn("whole numbers from 1", self.refused("micro", "--threads", "0"))
        self.assertIn("at least 1", self.refused("metg", "--rounds", "0"))


class Against(Command):
    """--against FOLDER."""

    def commands(self):
        return ("micro", "metg", "mpi") if MPIS else ("micro", "metg")

    def test_a_folder_that_is_no_build(self):
        (self.scratch / "empty").mkdir()
        for command in self.commands():
            for folder, why in (("missing", "no such folder"), ("empty", "no lib/libtidemill.so.0 in it"),
                                (BUILD, "the build this command belongs to")):
                said = self.refused(command, "--against", folder).splitlines()[-1]
                self.assertIn(f"--against {folder}: ", said)
                self.assertIn(why, said)
                self.assertIn("name a", said)
            self.assertIn("at least --rounds, 7", self.refused(command, "--most-rounds", "3"))

    def run_json(self, *words):
        self.good(*words, "--against", self.other_build(), "--rounds", 1, "--json", "out.json")
        found = json.loads((self.scratch / "out.json").read_text())
        for row in found["rows"]:
            self.assertEqual(row["failed"], {})
            self.assertEqual(len(row["new"]), row["rounds"])
            self.assertIn(row["verdict"], ("pass", "short", "undecided"))
        return found["rows"]

    def test_micro(self):
        rows = self.run_json("micro", "--most-rounds", 2, "--cases", "fib", "--threads", "1,2", "--compilers",
                             "gcc", "--budget", 0.01)
        self.assertEqual([(row["case"], row["threads"], row["rounds"]) for row in rows],
                         [("fib", 1, 2), ("fib", 2, 2)])
        if rows[0]["instructions"] is not None:  # neither counter nor Valgrind
            self.assertAlmostEqual(rows[0]["instructions"]["ratio"], 1.0, delta=0.01)

    def test_metg(self):
        self.good("metg", "--against", self.other_build(), "--rounds", 1, "--most-rounds", 1, "--patterns", "tree",
                  "--longest", 8192, "--compilers", "gcc", "--json", "out.json")
        (row,) = json.loads((self.scratch / "out.json").read_text())["rows"]
        # On a busy machine tasks of any length may lose half, which is a failure of its own.
        if row["failed"]:
            self.assertIn("half of the peak is never reached", " ".join(row["failed"].values()))
        else:
            self.assertTrue(row["old"][0] > 0 and row["new"][0] > 0)
        if row["instructions"] is not None:
            self.assertAlmostEqual(row["instructions"]["new"] / row["instructions"]["old"], 1.0, delta=0.02)

    @unittest.skipUnless(MPIS, "built without MPI")
    def test_mpi(self):
        rows = self.run_json("mpi", "--most-rounds", 1, "--repetitions", 1, "--cases", "bound-1000", "--mpis",
                             MPIS[0].stem)
        self.assertEqual([(row["case"], row["side"]) for row in rows], [("bound-1000", "tasks")])


class Outputs(Command):
    """What is to be written is looked at before anything is measured."""

    def commands(self):
        return ("micro", "metg", "mpi") if MPIS else ("micro", "metg")

    def test_a_place_that_can_not_be_written(self):
        (self.scratch / "file").write_text("")
        for command in self.commands():
            self.assertIn("folder file", self.refused(command, "--json", "file/x.json"))
            self.assertIn("a folder", self.refused(command, "--json", "."))

    def test_a_file_that_is_lost(self):
        (self.scratch / "full.json").symlink_to("/dev/full")
        done = self.tm_bench("micro", "--cases", "single", "--threads", 1, "--rounds", 1, "--compilers", "gcc",
                             "--budget", 0.01, "--json", "full.json")
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("tm-bench micro: --json full.json: cannot be written: No space left", done.stderr)

    def test_no_matplotlib(self):
        (self.scratch / "matplotlib.py").write_text("raise ImportError('none such here')\n")
        for command in self.commands():
            said = self.refused(command, "--plot", "x.png", PYTHONPATH=str(self.scratch))
            self.assertIn("--plot x.png: none such here: apt-get install python3-matplotlib", said)

    def test_a_kind_of_picture_that_there_is_not(self):
        backend = self.scratch / "matplotlib/backends"
        backend.mkdir(parents=True)
        for folder in (backend.parent, backend):
            (folder / "__init__.py").touch()  # or one that is installed would go before
        (backend / "backend_agg.py").write_text(
            "class FigureCanvasAgg:\n    get_supported_filetypes = staticmethod(lambda: {'png': ''})\n")
        for command in self.commands():
            said = self.refused(command, "--plot", "x.psd", PYTHONPATH=str(self.scratch))
            self.assertIn("--plot x.psd: end its name in one of .png", said)


class Interrupted(Command):
    def test_ends_without_a_traceback(self):
        for command in ("micro", "metg", "mpi") if MPIS else ("micro", "metg"):
            with self.subTest(command):
                process = subprocess.Popen([BUILD / "bin/tm-bench", command], text=True, cwd=self.scratch,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                           stdin=subprocess.DEVNULL, start_new_session=True)
                process.stdout.readline()  # the heading: it measures
                os.killpg(process.pid, signal.SIGINT)
                _, said = process.communicate(timeout=60)
                self.assertEqual(process.returncode, 130, said)
                self.assertNotIn("Traceback", said)


@unittest.skipUnless(MPIS, "built without MPI")
class Mpi(Command):
    def test_what_is_timed_calls_nothing_past_the_layer(self):
        """One function of MPI's own, and MPI takes its locks in every call of the row."""
        for mpi in MPIS:
            for name, calls_past in (("exchange-tasks", False), ("idle-tasks", False), ("exchange-turns", True)):
                program = mpi.parent / f"{name}-{mpi.stem}"
                imported = subprocess.run(["nm", "-D", "--undefined-only", program], check=True,
                                          capture_output=True, text=True).stdout
                self.assertRegex(imported, r"\bMPI_Init_thread\b")
                self.assertEqual("PMPI_" in imported, calls_past, f"{program}: {imported}")


class Micro(Command):
    def run_json(self, *words):
        self.good(*words, "--json", "out/of/it.json")  # the folders are made
        return json.loads((self.scratch / "out/of/it.json").read_text())

    def test_a_tiny_run(self):
        found = self.run_json("micro", "--rounds", 2, "--cases", "fib,barrier", "--threads", "1,2",
                              "--compilers", "gcc", "--budget", 0.02)
        self.assertEqual([(row["case"], row["threads"]) for row in found["rows"]],
                         [("fib", 1), ("fib", 2), ("barrier", 1), ("barrier", 2)])
        for row in found["rows"]:
            self.assertEqual(row["failed"], {})
            self.assertEqual(set(row["sides"]), {"gcc:tidemill", "gcc:libgomp"})
            for side in row["sides"].values():
                self.assertGreater(side["median"], 0)
                self.assertEqual(len(side["values"]), 2)
            self.assertEqual(row["rival"], "libgomp")
            self.assertGreater(row["ratios"]["gcc:tidemill"], 0)
        self.assertGreaterEqual(found["machine"]["cores"], 1)

    def test_every_case_runs_here(self):
        """Each computes the right thing on Tidemill, under the programs of every compiler."""
        programs = BUILD / "lib/tidemill/bench/programs"
        environment = {**os.environ, "LD_LIBRARY_PATH": str(BUILD / "lib/tidemill/compat")}
        sides = [programs / "suspended", *programs.glob("cases-*")]
        self.assertIn(programs / "cases-gcc", sides)
        for program in sides:
            listed = subprocess.run([program, "--list"], text=True, capture_output=True,
                                    env=environment, check=True).stdout.split()
            self.assertLessEqual(set(listed), CASES)
            for case in listed:
                with self.subTest(program=program.name, case=case):
                    done = subprocess.run([program, case, "2", "--small", "--repetitions", "1"],
                                          text=True, capture_output=True, env=environment, timeout=60)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    result = json.loads(done.stdout)
                    self.assertIn("libtidemill", result["runtime"])
                    self.assertGreater(result["operations"], 0)

    def test_a_program_that_fails_is_a_row_not_an_end(self):
        found = self.run_json("micro", "--rounds", 1, "--cases", "fib", "--threads", "2",
                              "--compilers", "gcc", "--timeout", 0.001)
        (row,) = found["rows"]
        self.assertIn("no end in", row["failed"]["gcc:tidemill"])
        self.assertEqual(row["verdict"], "failed")
        self.assertEqual(self.tm_bench("micro", "--rounds", 1, "--cases", "fib", "--threads", "2",
                                       "--timeout", 0.001, "--check").returncode, 1)


@unittest.skipUnless(MPIS and any((BUILD / "bin").glob("heat-*")), "built without MPI or applications")
class App(Command):
    MPI = MPIS[0].stem if MPIS else ""

    def test_wrong_calls(self):
        self.assertIn("interop-blk", self.refused("app", "heat", "--variants", "interop"))
        self.assertIn("block-64", self.refused("app", "heat", "--groups", "block-63"))
        self.assertIn("heat", self.refused("app", "hat"))
        self.assertIn("leave out the options", self.refused("app", "heat", "--groups", "large", "--block", "8"))
        self.assertIn("--shapes 8", self.refused("app", "cholesky", "--shapes", "8"))
        self.assertIn("--shapes", self.refused("app", "cholesky", "--weak"))
        self.assertIn("--ranks", self.refused("app", "cholesky", "--shapes", "2x1", "--ranks", "2"))

    def test_a_program_that_is_not_there(self):
        folder = self.scratch / "prefix"
        (folder / "bin").mkdir(parents=True)
        (folder / "lib").symlink_to(BUILD / "lib")
        (folder / "bin/tm-bench").symlink_to(BUILD / "bin/tm-bench")
        done = subprocess.run([folder / "bin/tm-bench", "app", "heat"], text=True, capture_output=True)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^tm-bench app: heat: no .*/bin/heat-\w+: build the target heat-\w+")

    def test_the_variants_of_a_tiny_problem(self):
        text = self.good("app", "heat", "--mpis", self.MPI, "--variants", "serial,interop-blk,interop-nonblk",
                         "--size", "64x96", "--block", "16", "--iters", "3", "--rounds", "2", "--json", "out.json")
        found = json.loads((self.scratch / "out.json").read_text())
        self.assertEqual([row["text"] for row in found["rows"]],
                         [f"{name} / nbuffer" for name in ("serial", "interop-blk", "interop-nonblk")])
        for row in found["rows"]:
            self.assertEqual((len(row["values"]), row["verdict"]), (2, None), row)
            self.assertIn(row["text"], text)

    def test_messages_ranks_delays_and_backends(self):
        listed = self.good("app", "ifsker", "--list")
        for messages in ("16", "100", "1000", "10000"):
            for group in ("two", "four", "late", "backends"):
                self.assertRegex(listed, rf"(?m)^{group}-{messages} .*\b{int(messages):,} messages")
        for backend in ("test", "progress", "async"):
            self.assertIn(f"interop-nonblk+{backend} / pure", listed)
        self.assertIn("two-100,", self.refused("app", "ifsker", "--groups", "many"))

    def test_backends_of_a_tiny_problem(self):
        """With nothing of the caller's settings."""
        done = self.tm_bench("app", "ifsker", "--mpis", self.MPI, "--variants", "interop-blk,interop-nonblk+async",
                             "--points", "3x24x36", "--steps", "2", "--messages", "12", "--message-delay", "100",
                             "--rounds", "2", "--json", "out.json", TIDEMILL_STATS=str(self.scratch / "stats.json"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        found = json.loads((self.scratch / "out.json").read_text())
        self.assertEqual([(row["text"], len(row.get("values", []))) for row in found["rows"]],
                         [("interop-blk / pure", 2), ("interop-nonblk+async / pure", 2)])
        self.assertFalse((self.scratch / "stats.json").exists(), "the runs had the caller's TIDEMILL_STATS")

    def test_annotations_under_policies(self):
        self.good("app", "cholesky", "--mpis", self.MPI, "--variants", "none+lifo,ma3+ready", "--kernel", "compute",
                  "--size", "64", "--tile", "16", "--rounds", "1", "--json", "out.json")
        found = json.loads((self.scratch / "out.json").read_text())
        self.assertEqual([(row["text"], len(row["values"])) for row in found["rows"]],
                         [("none+lifo / none+fifo", 1), ("ma3+ready / none+fifo", 1)])

    def test_shapes_and_where_the_time_went(self):
        text = self.good("app", "cholesky", "--mpis", self.MPI, "--shapes", "1x2,2x1", "--weak", "--variants",
                         "none+fifo", "--kernel", "sleep=2000", "--size", "32", "--rounds", "1", "--json", "out.json")
        found = json.loads((self.scratch / "out.json").read_text())
        self.assertEqual([(row["ranks"], row["threads"], row["parameters"]["size"]) for row in found["rows"]],
                         [(1, 2, "32"), (2, 1, "40")])
        for row in found["rows"]:
            # 4 x 4 tiles: 2 ms x (4/6 + 12/2 + 4) on two threads.
            self.assertGreater(row["in_task"], 0.010)
            self.assertGreater(row["efficiency"], 0)
        self.assertIn("none+fifo", text)

    def test_what_the_application_refuses_is_a_row_that_failed(self):
        done = self.tm_bench("app", "heat", "--mpis", self.MPI, "--variants", "interop-blk", "--size", "0x0",
                             "--rounds", "1")
        self.assertRegex(done.stdout, r"interop-blk / nbuffer +failed")
        self.assertIn("not ROWSxCOLS", done.stderr)

    def test_two_builds(self):
        folder = self.other_build()
        self.good("app", "heat", "--mpis", self.MPI, "--against", folder, "--variants", "interop-nonblk", "--size",
                  "64x96", "--block", "16", "--iters", "3", "--rounds", "1", "--most-rounds", "2", "--json", "out.json")
        (row,) = json.loads((self.scratch / "out.json").read_text())["rows"]
        self.assertEqual((row["failed"], row["variant"], row["rounds"]), ({}, "interop-nonblk", 2))


@unittest.skipUnless((BUILD / "bin/jacobi").is_file(), "built without applications")
class TeamApp(Command):
    def test_wrong_calls(self):
        self.assertIn("tasks-strict", self.refused("app", "jacobi", "--variants", "task"))
        self.assertIn("--threads 0", self.refused("app", "spmv", "--threads", "0"))

    def test_every_variant_on_every_side(self):
        problems = {"jacobi": ["--size", "48", "--block", "16"], "spmv": ["--laplace", "16", "--parts", "4"]}
        for app, problem in problems.items():
            text = self.good("app", app, *problem, "--iters", "5", "--threads", "2", "--rounds", "1", "--json",
                             "out.json")
            found = json.loads((self.scratch / "out.json").read_text())
            self.assertEqual([row["case"] for row in found["rows"]],
                             ["for", "for-strict", "for-nonstrict", "tasks", "tasks-strict", "tasks-nonstrict"])
            for row in found["rows"]:
                self.assertEqual(row["failed"], {})
                self.assertIn("gcc:tidemill", row["sides"])
                self.assertIn("gcc:libgomp", row["sides"])
                self.assertIn(row["case"], text)

    def test_what_the_application_refuses_is_a_row_that_failed(self):
        done = self.tm_bench("app", "spmv", "--variants", "tasks", "--parts", "9", "--laplace", "2", "--rounds", "1",
                             "--threads", "1")
        self.assertIn("--parts 9: more than the matrix's 4 rows", done.stderr)


class Metg(Command):
    def test_a_tiny_run(self):
        self.good("metg", "--rounds", 1, "--longest", 64, "--compilers", "gcc", "--json", "out.json")
        found = json.loads((self.scratch / "out.json").read_text())
        self.assertEqual([row["case"] for row in found["rows"]],
                         [f"metg-{name}" for name in PATTERNS])
        for row in found["rows"]:
            points = row["curves"]["gcc:tidemill"]
            lengths = [point["iterations"] for point in points]
            self.assertEqual(lengths, sorted(lengths, reverse=True))
            self.assertTrue(all(point["efficiency"] > 0 for point in points))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
