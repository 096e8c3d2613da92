"""Ratios, verdicts and crossings of tm-bench, on numbers made up.

usage: statistics_test.py REPOSITORY
"""

import pathlib
import sys
import unittest

REPOSITORY = pathlib.Path(sys.argv[1])
sys.dont_write_bytecode = True
sys.path.insert(0, str(REPOSITORY / "bench/micro"))

import metg  # noqa: E402
import table  # noqa: E402
import targets  # noqa: E402


def row(case, threads, failed=(), **medians):
    """medians: gcc_tidemill=80.0 is the side gcc:tidemill."""
    return {"case": case, "threads": threads, "failed": {name: "why" for name in failed},
            "sides": {name.replace("_", ":"): table.summary([value])
                      for name, value in medians.items()}}


class Verdicts(unittest.TestCase):
    def test_the_better_rival_counts(self):
        judged = table.judge(row("fib", 2, gcc_tidemill=30.0, gcc_libgomp=300.0, clang_libomp=200.0), 2)
        self.assertEqual(judged["rival"], "libomp")
        self.assertAlmostEqual(judged["ratios"]["gcc:tidemill"], 0.15)
        self.assertEqual(judged["verdict"], "pass")

    def test_rounds_are_compared_one_by_one(self):
        # The cores lay far from each other in the second round, for the rival in the third, too.
        sides = {"gcc:tidemill": table.summary([50.0, 200.0, 50.0]),
                 "gcc:libgomp": table.summary([100.0, 400.0, 400.0])}
        judged = table.judge({"case": "barrier", "threads": 2, "failed": (), "sides": sides}, 2)
        self.assertAlmostEqual(judged["ratios"]["gcc:tidemill"], 0.5)
        sides["gcc:libgomp"] = table.summary([100.0, 400.0])
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

    def test_memory_that_stays_falls_short(self):
        def memory(each, kept):
            side = {**table.summary([1.0]), "outstanding": 1e6, "bytes_per_task": each,
                    "bytes_left_per_task": kept}
            (found,) = table.memory_rows([{"case": "outstanding", "threads": 2,
                                           "sides": {"gcc:tidemill": side}}])
            return found["verdict"]

        self.assertEqual(memory(400, 10), "pass")
        self.assertEqual(memory(400, 400), "short")
        self.assertEqual(memory(500, 10), "short")

    def test_spread_is_half_the_distance_of_the_quartiles(self):
        found = table.summary([80.0, 90.0, 100.0, 110.0, 120.0])
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
        self.assertEqual(metg.crossing(self.curve((1000, 0.9), (100, 0.6))), 100)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
