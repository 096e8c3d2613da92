"""OMP_TARGET_OFFLOAD where the host is the only device: mandatory ends a program that asks for
another one, with a message that names what it did; otherwise the host takes its place. And
OMP_TOOL_LIBRARIES: who names a tool is told that none is loaded.

usage: offload.py PROGRAM LIBRARY_FOLDER    (PROGRAM: offload.c, built; the folder of our libgomp.so.1)
"""

import os
import subprocess
import sys
import unittest

PROGRAM, LIBRARIES = sys.argv.pop(1), sys.argv.pop(1)

BY_DEFAULT = "target", "target nowait", "target data", "target update", "target enter data"
ELSEWHERE = "device 5", "omp_target_alloc", "omp_target_memcpy"
ON_HOST = "host", "if", "set"


def run(what, **variables):
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("OMP_", "GOMP_", "KMP_", "TIDEMILL_"))
    }
    env.update(variables, LD_LIBRARY_PATH=LIBRARIES, TM_EXPECT="tidemill", OMP_NUM_THREADS="2")
    return subprocess.run([PROGRAM, what], capture_output=True, text=True, env=env, timeout=60)


class Offload(unittest.TestCase):
    def runs(self, what, **variables):
        done = run(what, **variables)
        self.assertEqual((done.returncode, done.stderr), (0, ""), (what, variables))
        return done.stdout

    def ends(self, what, message, **variables):
        done = run(what, OMP_TARGET_OFFLOAD="mandatory", **variables)
        self.assertNotEqual(done.returncode, 0, what)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn(message, done.stderr)
        self.assertIn("OMP_TARGET_OFFLOAD=mandatory", done.stderr)

    def test_the_host_takes_the_place_of_any_device(self):
        for what in BY_DEFAULT + ELSEWHERE + ON_HOST:
            self.runs(what)
            self.runs(what, OMP_TARGET_OFFLOAD="disabled")
        self.runs("target", OMP_DEFAULT_DEVICE="5")

    def test_mandatory_ends_what_is_for_another_device(self):
        for what in BY_DEFAULT:
            construct = what.removesuffix(" nowait")
            self.ends(what, f"{construct}")
            self.ends(what, "device 5 is not there", OMP_DEFAULT_DEVICE="5")
        for what in ELSEWHERE:
            self.ends(what, "target: device 5" if what == "device 5" else f"{what}: device 5")

    def test_mandatory_lets_the_host_be_named(self):
        for what in ON_HOST:
            self.runs(what, OMP_TARGET_OFFLOAD="mandatory")
        self.runs("target", OMP_TARGET_OFFLOAD="mandatory", OMP_DEFAULT_DEVICE="0")

    def test_the_default_device(self):
        self.assertEqual(self.runs("default"), "0\n")
        self.assertEqual(self.runs("default", OMP_TARGET_OFFLOAD="mandatory"), "-4\n")
        self.assertEqual(self.runs("default", OMP_DEFAULT_DEVICE="3"), "3\n")


class Tools(unittest.TestCase):
    def test_who_names_a_tool_is_told_that_none_is_loaded(self):
        done = run("default", OMP_TOOL_LIBRARIES="/nowhere/tool.so")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertIn("OMP_TOOL_LIBRARIES=/nowhere/tool.so: no tool is loaded", done.stderr)

    def test_but_not_who_wants_none(self):
        for variables in {"OMP_TOOL": "disabled"}, {"KMP_WARNINGS": "0"}:
            done = run("default", OMP_TOOL_LIBRARIES="/nowhere/tool.so", **variables)
            self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
