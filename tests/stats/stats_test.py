"""The account of the threads' time against a program that knows it, alone and as MPI ranks; its
option, its variable, its table and its file.

usage: stats_test.py PREFIX PROGRAM [unittest arguments]
       stats_test.py PREFIX --mpi MPIRUN PROGRAM [unittest arguments]
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PREFIX = PROGRAM = MPIRUN = None
# What the clock can't tell apart on a machine that others use: a thread that loses its processor
# between a task's last instruction and the runtime's first is in nobody's account. So one try of
# these has to be right; a wrong account never is.
TRIES = 6


def run(words, **variables):
    environment = {name: value for name, value in os.environ.items() if name != "TIDEMILL_STATS"}
    environment.update(variables)
    return subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, timeout=100, env=environment
    )


def tidemill_run(*words, **variables):
    return run([PREFIX / "bin/tidemill", "run", *words], **variables)


def is_within(got, known, share):
    return abs(got - known) <= share * known


def faults(account, known):
    """What of the account isn't what the program knows."""
    found = []
    for name in ("in_task", "idle", "overhead"):
        # Where it knows of none there is what the runtime itself takes: 1 % at most.
        most = 0.02 * known[name] or 0.01 * known["threads"] * known["wall"]
        if abs(account[name] - known[name]) > most:
            found.append(f"{name}: {account[name]:.4f}, known {known[name]:.4f}")
    if not is_within(account["wall"], known["wall"], 0.01):
        found.append(f"wall: {account['wall']:.4f}, known {known['wall']:.4f}")
    if account["tasks"] != known["tasks"] or account["threads"] != known["threads"]:
        found.append(f"{account} instead of {known}")
    return found


def sum_fault(account):
    """Of the three against the threads' time, which must be right on any machine."""
    threads_time = account["threads"] * account["wall"]
    parts = account["in_task"] + account["idle"] + account["overhead"]
    return None if is_within(parts, threads_time, 0.01) else f"{parts} of {threads_time}"


class Stats(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "stats.json"

    def accounts(self, done):
        self.assertEqual(done.returncode, 0, done)
        return json.loads(self.file.read_text())["processes"]


class Alone(Stats):
    def check_known_times(self, threads):
        tried = []
        for _ in range(TRIES):
            # With priorities about, ready tasks are enqueued: none runs inside its creator's body,
            # where the program's log would count both.
            done = tidemill_run(f"--stats={self.file}", "--", PROGRAM, threads,
                                OMP_MAX_TASK_PRIORITY="1")
            (account,) = self.accounts(done)
            self.assertIsNone(sum_fault(account))
            tried.append(faults(account, json.loads(done.stdout)))
            if not tried[-1]:
                return
        self.fail(f"{threads} threads: {tried}")

    def test_known_times_of_one_thread(self):
        self.check_known_times(1)

    def test_known_times_of_two_threads(self):
        self.check_known_times(2)

    def test_known_times_of_four_threads(self):
        self.check_known_times(4)

    def test_a_table_at_the_end(self):
        done = tidemill_run("--stats", "--", PROGRAM, 2)
        self.assertEqual(done.returncode, 0, done)
        lines = done.stderr.splitlines()
        self.assertEqual(len(lines), 3, lines)
        self.assertRegex(lines[2], r"^  \d+ +2 +\d+\.\d{3} ")

    def test_nothing_unless_asked_for(self):
        for variables in ({}, {"TIDEMILL_STATS": "0"}):
            done = tidemill_run("--", PROGRAM, 1, **variables)
            self.assertEqual((done.returncode, done.stderr), (0, ""), done)

    def test_the_variable_alone(self):
        done = tidemill_run("--", PROGRAM, 1, TIDEMILL_STATS=str(self.file))
        self.assertEqual(len(self.accounts(done)), 1)
        self.assertIn("where the threads' time went", done.stderr)

    def test_bad_values_are_named(self):
        done = tidemill_run("--", PROGRAM, 1, TIDEMILL_STATS="often")
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(
            done.stderr.splitlines(),
            [
                "tidemill: warning: TIDEMILL_STATS=often: not true, false or the name of a file "
                "that ends in .json: using false"
            ],
        )
        done = tidemill_run("--stats=often", "--", PROGRAM, 1)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn("'--stats=often': give the name of a file that ends in .json", done.stderr)

    def test_a_file_that_cannot_be_written(self):
        done = tidemill_run("--stats=/nowhere/stats.json", "--", PROGRAM, 1)
        self.assertEqual(done.returncode, 0, done)
        self.assertRegex(
            done.stderr, r"TIDEMILL_STATS=/nowhere/stats.json cannot be written: No such file"
        )

    def test_each_program_has_an_account_of_its_own(self):
        done = tidemill_run("--stats", "--", "sh", "-c", f"'{PROGRAM}' 1; '{PROGRAM}' 2")
        self.assertEqual(done.stderr.count("where the threads' time went"), 2, done)


class Ranks(Stats):
    def ranks(self, *program, options=("--task-aware",)):
        return run(
            [*MPIRUN, "-n", 2, PREFIX / "bin/tidemill", "run", *options, f"--stats={self.file}"]
            + ["--", PROGRAM, *program],
            OMP_NUM_THREADS="2",
        )

    def check_all_ranks(self, *options):
        tried = []
        for _ in range(TRIES):
            done = self.ranks(options=options)
            accounts = self.accounts(done)
            self.assertEqual([account["rank"] for account in accounts], [0, 1])
            self.assertEqual(done.stderr.count("where the threads' time went"), 1, done)
            self.assertRegex(done.stderr, r"\n  rank 0 .*\n  rank 1 .*\n  all ")
            known = dict(re.findall(r"rank (\d): (.*)", done.stdout))
            tried.append([])
            for account in accounts:
                self.assertIsNone(sum_fault(account))
                own = json.loads(known[str(account["rank"])])
                self.assertEqual((account["threads"], account["tasks"]), (2, own["tasks"]))
                # It doesn't log when its threads wait for a processor; Alone has that.
                if not is_within(account["in_task"], own["in_task"], 0.02):
                    tried[-1].append((account, own))
            if not tried[-1]:
                return
        self.fail(str(tried))

    def test_one_table_of_all_task_aware_ranks(self):
        self.check_all_ranks("--task-aware")

    def test_one_table_of_all_ranks_that_are_not(self):
        self.check_all_ranks()

    def test_a_rank_that_dies_keeps_nobody_waiting(self):
        done = self.ranks("die")
        self.assertNotEqual(done.returncode, 0, done)


if __name__ == "__main__":
    PREFIX = pathlib.Path(sys.argv[1])
    rest = sys.argv[2:]
    if rest[0] == "--mpi":
        MPIRUN = rest[1].split()
        rest = rest[2:]
    PROGRAM = pathlib.Path(rest[0]).resolve()
    suite = Ranks if MPIRUN else Alone
    unittest.main(argv=[sys.argv[0], *rest[1:]], defaultTest=suite.__name__)
