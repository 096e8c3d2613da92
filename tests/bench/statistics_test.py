"""Ratios, verdicts and crossings of tm-bench, on numbers made up.

usage: statistics_test.py REPOSITORY
"""

import argparse
import dataclasses
import errno
import itertools
import pathlib
import random
import sys
import unittest
import unittest.mock

REPOSITORY = pathlib.Path(sys.argv[1])
sys.dont_write_bytecode = True
for folder in ("common", "micro", "mpi", "app"):
    sys.path.insert(0, str(REPOSITORY / "bench" / folder))

import against  # noqa: E402
import app  # noqa: E402
import app_runs  # noqa: E402
import app_shapes  # noqa: E402
import app_table  # noqa: E402
import app_teams  # noqa: E402
import command  # noqa: E402
import instructions  # noqa: E402
import metg  # noqa: E402
import mpi  # noqa: E402
import mpi_builds  # noqa: E402
import outputs  # noqa: E402
import overhead  # noqa: E402
import rounds  # noqa: E402
import table  # noqa: E402
import targets  # noqa: E402


def row(case, threads, failed=(), **medians):
    """medians: gcc_tidemill=80.0 is the side gcc:tidemill."""
    return {"case": case, "threads": threads, "failed": {name: "why" for name in failed},
            "sides": {name.replace("_", ":"): rounds.summary([value])
                      for name, value in medians.items()}}


class Verdicts(unittest.TestCase):
    def test_the_better_rival_counts(self):
        judged = table.judge(row("fib", 2, gcc_tidemill=30.0, gcc_libgomp=300.0, clang_libomp=200.0), 2)
        self.assertEqual(judged["rival"], "libomp")
        self.assertAlmostEqual(judged["ratios"]["gcc:tidemill"], 0.15)
        self.assertEqual(judged["verdict"], "pass")

    def test_rounds_are_compared_one_by_one(self):
        # The cores lay far from each other in the second round, for the rival in the third, too.
        sides = {"gcc:tidemill": rounds.summary([50.0, 200.0, 50.0]),
                 "gcc:libgomp": rounds.summary([100.0, 400.0, 400.0])}
        judged = table.judge({"case": "barrier", "threads": 2, "failed": (), "sides": sides}, 2)
        self.assertAlmostEqual(judged["ratios"]["gcc:tidemill"], 0.5)
        sides["gcc:libgomp"] = rounds.summary([100.0, 400.0])
        judged = table.judge({"case": "barrier", "threads": 2, "failed": (), "sides": sides}, 2)
        self.assertAlmostEqual(judged["ratios"]["gcc:tidemill"], 0.2)

    def test_the_worse_program_counts(self):
        judged = table.judge(row("fib", 2, gcc_tidemill=30.0, clang_tidemill=100.0,
                                 gcc_libgomp=300.0), 2)
        self.assertEqual(judged["verdict"], "short")

    def test_tasks_that_libgomp_runs_inline_are_compared_with_libomp(self):
        judged = table.judge(row("taskloop", 2, gcc_tidemill=30.0, gcc_libgomp=5.0,
                                 clang_libomp=100.0), 2)
        self.assertEqual((judged["rival"], judged["verdict"]), ("libomp", "pass"))

    def test_failing_is_a_verdict_of_tidemill_alone(self):
        sides = {"gcc_tidemill": 30.0, "clang_libomp": 300.0}
        self.assertEqual(table.judge(row("fib", 2, ["gcc:libgomp"], **sides), 2)["verdict"], "pass")
        self.assertEqual(table.judge(row("fib", 2, ["clang:tidemill"], **sides), 2)["verdict"], "failed")

    def test_without_a_rival_there_is_no_verdict(self):
        self.assertIsNone(table.judge(row("fib", 2, gcc_tidemill=30.0), 2)["verdict"])

    def test_targets_by_threads(self):
        self.assertIsNone(targets.target("fib", 1, 2))
        self.assertEqual(targets.target("fib", 2, 2), 0.20)
        self.assertEqual(targets.target("fib", 8, 2), 1.0)
        self.assertIsNone(targets.target("fib", 8, 16))
        self.assertIsNone(targets.target("atomic", 8, 2))
        self.assertEqual(targets.target("flag", 3, 2), 1.2)
        self.assertIsNone(targets.target("flag", 2, 2))

    def test_memory_that_stays_falls_short(self):
        def memory(each, kept):
            side = {**rounds.summary([1.0]), "outstanding": 1e6, "bytes_per_task": each,
                    "bytes_left_per_task": kept}
            (found,) = table.memory_rows([{"case": "outstanding", "threads": 2,
                                           "sides": {"gcc:tidemill": side}}])
            return found["verdict"]

        self.assertEqual(memory(400, 10), "pass")
        self.assertEqual(memory(400, 400), "short")
        self.assertEqual(memory(500, 10), "short")

    def test_spread_is_half_the_distance_of_the_quartiles(self):
        found = rounds.summary([80.0, 90.0, 100.0, 110.0, 120.0])
        self.assertEqual(found["median"], 100.0)
        self.assertAlmostEqual(found["spread"], 0.1)


class Crossing(unittest.TestCase):
    @staticmethod
    def curve(*points):
        return [{"length_ns": length, "efficiency": share} for length, share in points]

    def test_between_two_points(self):
        found = metg.crossing(self.curve((10000, 0.9), (1000, 0.6), (100, 0.4), (10, 0.1)))
        self.assertAlmostEqual(found, 10 ** 2.5, places=3)

    def test_never_reached(self):
        self.assertIsNone(metg.crossing(self.curve((1000, 0.4), (100, 0.3))))

    def test_always_reached(self):
        # A task of 3,000 ns loses 1,000, however little of it is computing.
        found = metg.crossing(self.curve((9000, 0.9), (6000, 0.857143), (3000, 0.75), (3000, 0.75), (3000, 0.75)))
        self.assertAlmostEqual(found, 1000, places=2)
        self.assertEqual(metg.crossing(self.curve((1000, 1.01), (1000, 1.02))), 1)


class Overhead(unittest.TestCase):
    @staticmethod
    def row(threads, ns, serial, beside=None):
        side = {**rounds.summary(ns), "serial_ns": serial}
        return {"case": "blocks-struct16", "threads": threads, "sides": {
            "gcc:tidemill": side if beside is None else {**side, "beside_ns": beside}, "gcc:libgomp": side}}

    def test_serial_work_is_spread_over_the_cores(self):
        (one, two, eight) = overhead.rows([self.row(count, [3000.0, 3100.0, 2000.0], [2000.0, 2000.0, 900.0])
                                           for count in (1, 2, 8)], 2)
        self.assertEqual(one["over"]["gcc:tidemill"], 1100)
        self.assertEqual(two["over"]["gcc:libgomp"], 2000)
        self.assertEqual(eight["over"], two["over"])
        self.assertIsNone(one["verdict"])

    def test_a_struct_beside_two_ints(self):
        for more, verdict in ((30.0, "pass"), (31.0, "short")):
            rows = overhead.rows([self.row(count, [3000.0 + more] * 3, [2900.0] * 3, [3000.0] * 3)
                                  for count in (1, 2)], 2)
            self.assertEqual([row["verdict"] for row in rows], [verdict, None])
            self.assertEqual(len(list(overhead.lines(rows, ["gcc:tidemill"]))), 3)

    def test_cases_without_serial_work_have_no_row(self):
        self.assertEqual(overhead.rows([row("fib", 2, gcc_tidemill=30.0)], 2), [])


class Intervals(unittest.TestCase):
    def test_fewer_than_six_say_nothing(self):
        self.assertIsNone(rounds.interval([1.0] * 5))
        self.assertEqual(rounds.interval([3.0, 1.0, 2.0, 6.0, 5.0, 4.0]), (1.0, 6.0))

    def test_the_ranks_of_the_sign_test(self):
        # What tables of the sign test say for a level of 5 %.
        for count, k in ((8, 1), (9, 2), (20, 6), (60, 22)):
            self.assertEqual(rounds.interval(range(1, count + 1)), (k, count + 1 - k))

    def test_holds_the_median_as_often_as_it_says(self):
        drawn = random.Random(1)
        held = 0
        for _ in range(2000):
            low, high = rounds.interval([drawn.lognormvariate(0, 0.1) for _ in range(15)])
            held += low <= 1 <= high
        self.assertGreaterEqual(held, 0.95 * 2000 - 30)  # three standard deviations
        self.assertLess(held, 2000)


class AddedRounds(unittest.TestCase):
    """Rounds are added until the old build's interval against itself is within 2 %."""

    @staticmethod
    def options(first=7, most=60):
        return argparse.Namespace(rounds=first, most_rounds=most)

    @staticmethod
    def run_of(new, old, again):
        """Each side's values in turn, over and over."""
        values = {"new": itertools.cycle(new), "old": itertools.cycle(old), "again": itertools.cycle(again)}
        return lambda side, number: {"value": next(values[side])}

    def measured(self, new, old, again, **options):
        row = against.measure(self.run_of(new, old, again), self.options(**options))
        return {"name": "made up", "instructions": None, **row}

    def test_a_quiet_machine_needs_the_first_rounds_only(self):
        row = self.measured([90.0], [100.0, 101.0], [100.0])
        self.assertEqual({side: len(row[side]) for side in against.SIDES}, {"new": 7, "old": 7, "again": 7})

    def test_never_fewer_than_an_interval_takes(self):
        self.assertEqual(len(self.measured([90.0], [100.0], [100.0], first=1)["old"]), 6)

    def test_a_few_wild_rounds_are_outvoted_by_more(self):
        row = self.measured([100.0], [100.0] * 3 + [150.0], [100.0])
        self.assertGreater(len(row["old"]), 7)
        self.assertLess(len(row["old"]), 60)
        low, high = rounds.interval(against.quotients(row, "again"))
        self.assertTrue(0.98 <= low and high <= 1.02)
        shorter = against.quotients(row, "again")[:-1]
        self.assertFalse(against.at_rest(shorter), "it could have ended a round before")

    def test_a_noisy_machine_gets_all_rounds(self):
        row = self.measured([100.0], [100.0, 120.0], [100.0], most=60)
        self.assertEqual(len(row["old"]), 60)
        judged = against.judge(row, 1.05)
        self.assertFalse(judged["settled"])
        self.assertEqual(judged["verdict"], "undecided")

    def test_an_interval_beside_one_is_not_at_rest(self):
        self.assertFalse(against.at_rest([1.03] * 20))

    def test_the_new_build_has_no_say(self):
        steady = self.measured([100.0, 300.0, 50.0], [100.0], [100.0])
        self.assertEqual(len(steady["new"]), 7)

    def test_a_failure_ends_the_row(self):
        row = against.measure(lambda side, number: {"failed": "why"} if side == "new" else {"value": 1.0},
                              self.options())
        self.assertEqual(row["failed"], {"new": "why"})
        judged = against.judge({"name": "x", "instructions": None, **row}, 1.05)
        self.assertEqual((judged["verdict"], against.reason(judged)), ("failed", "new: why"))


class TwoBuilds(unittest.TestCase):
    @staticmethod
    def judged(share, noise=0.0, instructions=None, at_most=1.05):
        old = [100.0] * 30
        again = [100.0 * (1 + noise * (-1) ** i) for i in range(30)]
        row = {"name": "made up", "new": [100.0 * share] * 30, "old": old, "again": again, "failed": {},
               "instructions": instructions and {"new": instructions, "old": 1.0}}
        return against.judge(row, at_most)

    def test_time_judges_where_rounds_came_to_rest(self):
        self.assertEqual([(self.judged(share, instructions=9.0)["verdict"], self.judged(share)["by"])
                          for share in (1.05, 1.06)], [("pass", "time"), ("short", "time")])
        self.assertEqual(self.judged(1.06, at_most=1.10)["verdict"], "pass")

    def test_else_instructions(self):
        for count, verdict in ((1.02, "pass"), (1.03, "short"), (None, "undecided")):
            found = self.judged(2.0, noise=0.1, instructions=count)
            self.assertEqual(found["verdict"], verdict)
            self.assertEqual(found["by"], "instructions" if count else None)
            self.assertIn("made up", against.line(found))
            if verdict != "pass":
                self.assertTrue(against.reason(found))

    def test_instructions_per_operation_without_start_up(self):
        self.assertEqual(instructions.per_operation((1000 + 5 * 10, 10), (1000 + 5 * 30, 30)), 5)
        self.assertIsNone(instructions.per_operation(None, (1, 1)))

    def test_rows_of_mpi_with_tidemill_in_them_once(self):
        rows = mpi_builds.sides_of(mpi.ROWS, {"bound-1000", "bound-100000", "pingpong", "idle"})
        self.assertEqual([row[:2] for row in rows],
                         [("pingpong", "tasks"), ("pingpong", "loaded"), ("bound-1000", "tasks"),
                          ("bound-100000", "tasks"), ("pingpong", "crowded")])


class Applications(unittest.TestCase):
    OWN = app_table.Run("interop-nonblk", 2, 1, (("block", "32"), ("size", "256x384"), ("iters", "400")), "mpich")
    BESIDE = app_table.Run("nbuffer", 2, 1, OWN.parameters, "mpich")

    def judged(self, own, beside, at_most=1.2, value="time", **changed):
        row = app_table.Row("group", "text", self.OWN, self.BESIDE, at_most, value)
        results = {self.OWN: own, self.BESIDE: beside}
        return app_runs.judged(app_table.HEAT, row, results, changed.get("failed", {}))

    @staticmethod
    def results(*seconds, result=1.5):
        return [{"seconds": each, "bytes": 100 * each, "result": result} for each in seconds]

    def test_rounds_are_compared_one_by_one(self):
        found = self.judged(self.results(1.2, 2.4, 1.5), self.results(1.0, 2.0, 1.0))
        self.assertAlmostEqual(found["median"], 1.2)
        self.assertAlmostEqual(found["half_width"], 0.075)
        self.assertEqual(self.judged(self.results(1.3), self.results(1.0))["verdict"], "short")

    def test_at_most_may_be_an_mpis_own(self):
        for at_most, verdict in (({"openmpi": 1.05, "mpich": 0.21}, "short"), ({"openmpi": 1.05}, None),
                                 ({"mpich": 1.0}, "pass")):
            found = self.judged(self.results(1.0), self.results(1.0), at_most)
            self.assertEqual(found["verdict"], verdict)

    def test_nanoseconds_a_task(self):
        # 48 blocks of a rank, 400 sweeps: 19,200 tasks.
        found = self.judged(self.results(1.00192), self.results(1.0), 250, "over")
        self.assertAlmostEqual(found["median"], 100, places=3)
        self.assertIn("100 ns", app.line(found))

    def test_time_of_a_sweep_and_memory(self):
        run = dataclasses.replace(self.BESIDE, parameters=(("iters", "80"),))
        row = app_table.Row("g", "t", self.OWN, run, 1.02, "step")
        found = app_runs.judged(app_table.HEAT, row, {self.OWN: self.results(5.0), run: self.results(1.0)}, {})
        self.assertAlmostEqual(found["median"], 1.0)
        self.assertEqual(self.judged(self.results(2.0), self.results(1.0), 2.0, "memory")["median"], 2.0)

    def test_another_result_is_no_time(self):
        found = app_runs.differing(app_table.HEAT, {self.BESIDE: self.results(1.0), self.OWN: self.results(1.0)})
        self.assertEqual(found, {})
        failed = app_runs.differing(app_table.HEAT, {self.BESIDE: self.results(1.0),
                                                     self.OWN: self.results(1.0, result=1.6)})
        self.assertIn("one of them computes something else", failed[self.OWN])
        judged = self.judged(self.results(1.0), self.results(1.0), failed=failed)
        self.assertEqual(judged["verdict"], "failed")

    def test_every_row_names_what_its_application_has(self):
        for entry in app_table.APPS.values():
            for row in entry.rows:
                for run in (row.own, row.beside):
                    self.assertIn(run.variant, entry.variants)
                    words, settings = entry.started(run.variant)
                    self.assertTrue(words and all(isinstance(word, str) for word in [*words, *settings.values()]))
                    self.assertLessEqual(set(dict(run.parameters)), set(entry.parameters))
            self.assertEqual(len({(row.text, row.group) for row in entry.rows}), len(entry.rows))
            self.assertLessEqual(set(entry.small), set(entry.parameters))


class Delays(unittest.TestCase):
    """Of a tenth of a step."""

    def rows(self, outcome):
        """The late rows for 16 messages, and the runs that were made."""
        rows = [row for row in app_table.IFSKER.rows if row.group in ("late-16", "two-16")]
        runs = []

        def once(_app, run, _timeout):
            runs.append(run)
            return outcome

        with unittest.mock.patch.object(app_runs, "once", once):
            return rows, app_runs.timed(app_table.IFSKER, rows, 300), runs

    def test_both_sides_are_as_late(self):
        given, rows, runs = self.rows({"seconds": 2.0})
        self.assertEqual([len(given), len(rows)], [4, 4])
        for row in rows:
            delay = "20000" if row.group == "late-16" else None  # 10 steps in 2 s
            for run in (row.own, row.beside):
                self.assertEqual(dict(run.parameters).get("message-delay"), delay)
            self.assertEqual("late by 20000 us" in row.text, delay is not None)
        self.assertEqual(len(runs), 3)
        self.assertEqual(set(runs), {given[0].beside})  # the same problem, without a delay

    def test_no_step_to_measure(self):
        with self.assertRaisesRegex(RuntimeError, "without a delay: broken"):
            self.rows({"failed": "broken"})


class TeamApplications(unittest.TestCase):
    def test_a_program_is_compared_with_itself_on_its_compilers_runtime(self):
        judged = app_teams.judge(row("for", 2, gcc_tidemill=10.0, gcc_libgomp=10.0, clang_tidemill=15.0,
                                     clang_libomp=14.0))
        self.assertEqual(judged["ratios"], {"gcc:tidemill": 1.0, "clang:tidemill": 15 / 14})
        self.assertEqual((judged["rival"], judged["verdict"]), ("libomp", "short"))
        alone = app_teams.judge(row("for", 2, gcc_tidemill=10.0, clang_libomp=1.0))
        self.assertEqual((alone["ratios"], alone["verdict"], alone["rival"]), ({}, None, None))


class Shapes(unittest.TestCase):
    def test_a_problem_that_grows_with_the_ranks(self):
        one = {"size": "96", "tile": "8"}
        sizes = [int(app_table.CHOLESKY.scaled(one, ranks)["size"]) for ranks in (1, 2, 8, 16)]
        self.assertEqual(sizes, [96, 120, 192, 240])  # 12, 15.1, 24, 30.2 tiles
        self.assertEqual(app_table.HEAT.scaled({"size": "10x7"}, 3)["size"], "30x7")
        self.assertEqual(app_table.IFSKER.scaled({"points": "10"}, 3)["points"], "30")

    def test_the_work_of_cholesky_in_gemms(self):
        # Of 3 x 3 tiles: three potrf, three trsm, three syrk, one gemm.
        self.assertAlmostEqual(app_table.CHOLESKY.work({"size": "24", "tile": "8"}), 3 / 6 + 3 / 2 + 3 / 2 + 1)

    def test_efficiency_is_of_the_same_variants_first_shape_at_equal_work(self):
        def row(variant, ranks, seconds, size):
            return {"variant": variant, "ranks": ranks, "seconds": {"median": seconds},
                    "parameters": {"size": size, "iters": "1"}}

        rows = [row("a", 1, 2.0, "10x10"), row("b", 1, 1.0, "10x10"), row("a", 2, 4.0, "20x10"),
                row("b", 2, 1.0, "40x10")]
        app_shapes.add_efficiency(app_table.HEAT, rows)
        self.assertEqual([each["efficiency"] for each in rows], [1, 1, 0.5, 2])

    def test_times_of_the_account_are_of_one_thread(self):
        run = app_table.Run("none+fa", 2, 4, (), "mpich", "cholesky")
        results = [{"seconds": 3.0, "account": {"in_task": 16.0, "idle": 8.0 * idle, "overhead": 0.8}}
                   for idle in (1, 2, 5)]
        found = app_shapes.judged(app_table.CHOLESKY, run, results)
        self.assertEqual((found["in_task"], found["idle"], found["overhead"]), (2.0, 2.0, 0.1))


class LostFiles(unittest.TestCase):
    FULL = OSError(errno.ENOSPC, "No space left on device")  # of a write: it names no file

    def test_a_picture_that_cannot_be_written_is_named(self):
        figure = unittest.mock.Mock()
        figure.savefig.side_effect = self.FULL
        with self.assertRaisesRegex(command.BenchError, "--plot x.png: cannot be written: No space left"):
            outputs.write_picture(figure, "x.png", dpi=120)

    def test_only_the_error_of_standard_output_is_taken_for_that(self):
        with self.assertRaises(OSError), unittest.mock.patch.object(sys, "stdout"):
            command.run("tm-bench micro", unittest.mock.Mock(side_effect=self.FULL))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
