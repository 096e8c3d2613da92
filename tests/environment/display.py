"""What the runtime prints: OMP_DISPLAY_ENV, OMP_DISPLAY_AFFINITY, warnings; and that hwloc is
loaded for those who ask for places alone.

usage: display.py PROGRAM LIBRARY_FOLDER    (PROGRAM: show.c, built; the folder of our libgomp.so.1)
"""

import os
import re
import subprocess
import sys
import unittest

PROGRAM, LIBRARIES = sys.argv.pop(1), sys.argv.pop(1)

STANDARD = """OMP_AFFINITY_FORMAT OMP_ALLOCATOR OMP_CANCELLATION OMP_DEBUG OMP_DEFAULT_DEVICE
OMP_DISPLAY_AFFINITY OMP_DYNAMIC OMP_MAX_ACTIVE_LEVELS OMP_MAX_TASK_PRIORITY OMP_NESTED
OMP_NUM_TEAMS OMP_NUM_THREADS OMP_PLACES OMP_PROC_BIND OMP_SCHEDULE OMP_STACKSIZE
OMP_TARGET_OFFLOAD OMP_TEAMS_THREAD_LIMIT OMP_THREAD_LIMIT OMP_TOOL OMP_TOOL_LIBRARIES
OMP_TOOL_VERBOSE_INIT OMP_WAIT_POLICY""".split()


def run(*words, mask=None, **variables):
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("OMP_", "GOMP_", "KMP_", "TIDEMILL_"))
    }
    env.update(variables, LD_LIBRARY_PATH=LIBRARIES)
    bind = (lambda: os.sched_setaffinity(0, mask)) if mask else None
    done = subprocess.run(
        [PROGRAM, *words], capture_output=True, text=True, env=env, timeout=60, preexec_fn=bind
    )
    if done.returncode != 0:
        raise AssertionError(f"{words} {variables}: status {done.returncode}\n{done.stderr}")
    return done


def block(text):
    """The lines between BEGIN and END; there must be one such block."""
    found = re.findall(
        r"^OPENMP DISPLAY ENVIRONMENT BEGIN\n(.*?)^OPENMP DISPLAY ENVIRONMENT END\n",
        text,
        re.M | re.S,
    )
    if len(found) != 1:
        raise AssertionError(f"{len(found)} blocks in:\n{text}")
    return found[0].splitlines()


class DisplayEnvironment(unittest.TestCase):
    def test_standards_format_and_every_variable(self):
        lines = block(run(OMP_DISPLAY_ENV="true", OMP_NUM_THREADS="3,2").stderr)
        self.assertEqual(lines[0], "  _OPENMP='202111'")
        names = [re.fullmatch(r"  \[host\] (\w+)='[^']*'", line)[1] for line in lines[1:]]
        self.assertEqual(names, STANDARD)
        self.assertIn("  [host] OMP_NUM_THREADS='3,2'", lines)

    def test_verbose_says_where_from(self):
        lines = block(run(OMP_DISPLAY_ENV="verbose", GOMP_SPINCOUNT="0").stderr)
        self.assertIn("  [host] KMP_BLOCKTIME='0'  # GOMP_SPINCOUNT", lines)
        self.assertIn("  [host] OMP_DYNAMIC='FALSE'  # default", lines)
        self.assertTrue(block(run(KMP_SETTINGS="1").stderr))

    def test_silent_unless_asked(self):
        for value in (None, "false", "0", ""):
            variables = {} if value is None else {"OMP_DISPLAY_ENV": value}
            self.assertEqual(run(**variables).stderr, "")

    def test_call(self):
        self.assertTrue(block(run("env").stderr))

    def test_what_is_shown_can_be_set_again(self):
        asked = dict(
            OMP_SCHEDULE="MONOTONIC:GUIDED,7",
            OMP_STACKSIZE="777K",
            OMP_PROC_BIND="SPREAD,CLOSE",
            OMP_WAIT_POLICY="ACTIVE",
            OMP_ALLOCATOR="omp_large_cap_mem_alloc",
        )
        lines = block(run(OMP_DISPLAY_ENV="true", **asked).stderr)
        for name, value in asked.items():
            self.assertIn(f"  [host] {name}='{value}'", lines)


class Warnings(unittest.TestCase):
    def test_one_line_that_names_variable_value_and_replacement(self):
        for name, value in (
            ("OMP_NUM_THREADS", "many"),
            ("OMP_PLACES", "{0"),
            ("OMP_SCHEDULE", "fast"),
            ("KMP_AFFINITY", "sideways"),
            ("OMP_ALLOCATOR", "malloc"),
        ):
            done = run(**{name: value})
            self.assertRegex(
                done.stderr,
                rf"\Atidemill: warning: {name}={re.escape(value)}: not .*: using .*\n\Z",
            )

    def test_a_misspelt_name(self):
        done = run(TIDEMILL_MIGRTE="1")
        self.assertRegex(
            done.stderr, r"\Atidemill: warning: TIDEMILL_MIGRTE=1: .*TIDEMILL_MIGRATE meant\?\n\Z"
        )
        self.assertEqual(run(TIDEMILL_MIGRTE="1", KMP_WARNINGS="0").stderr, "")

    def test_places_that_are_not_here(self):
        done = run(OMP_PLACES="{0},{60000}", mask={0})
        self.assertRegex(done.stderr, r"\A.*OMP_PLACES.*60000.*\n\Z")

    def test_no_binding_is_said_where_there_is_none(self):
        for name in ("GOMP_CPU_AFFINITY", "OMP_PLACES"):
            value = "60000" if name == "GOMP_CPU_AFFINITY" else "{60000}"
            done = run(OMP_DISPLAY_ENV="true", **{name: value})
            self.assertRegex(done.stderr, rf"{name}: .*60000: threads are not bound\n")
            self.assertIn("  [host] OMP_PROC_BIND='FALSE'", block(done.stderr))

    def test_more_places_than_there_can_be(self):
        done = run(OMP_PLACES="{0}:1000000000:1")
        self.assertRegex(done.stderr, r"\A.*OMP_PLACES=.*: out of range, .*: using no places\n\Z")


class Affinity(unittest.TestCase):
    def test_capture_and_display(self):
        lines = run("affinity").stdout.splitlines()
        length, text = lines[1].split(" ", 1)
        self.assertEqual(int(length), len(text))
        self.assertRegex(text, r"^0/1 0   -1\|000\|0  \|%\|\d+\|[0-9,-]+\|\S+$")
        self.assertEqual(lines[2], "shown 1 0")

    def test_each_thread_says_once_where_it_is(self):
        done = run(
            OMP_DISPLAY_AFFINITY="true", OMP_AFFINITY_FORMAT="%L %n", OMP_PROC_BIND="close"
        )
        self.assertEqual(sorted(done.stderr.splitlines()), ["1 0", "1 1"])

    def test_all_say_so_when_one_moves(self):
        cpu = min(os.sched_getaffinity(0))
        done = run(
            "moves",
            OMP_DISPLAY_AFFINITY="true",
            OMP_AFFINITY_FORMAT="%n",
            OMP_PLACES=f"{{{cpu}}},{{{cpu}}}",
            OMP_PROC_BIND="close",
        )
        self.assertEqual(sorted(done.stderr.splitlines()), ["0", "0", "1", "1"])

    def test_kmp_verbose(self):
        done = run(KMP_AFFINITY="verbose,compact")
        self.assertEqual(len(done.stderr.splitlines()), 2)

    def test_inherited_mask(self):
        cpu = min(os.sched_getaffinity(0))
        self.assertIn("threads 2 of 1\n", run(mask={cpu}).stdout)
        lines = block(run(mask={cpu}, OMP_DISPLAY_ENV="1", OMP_PLACES="threads").stderr)
        self.assertIn(f"  [host] OMP_PLACES='{{{cpu}}}'", lines)


class Laziness(unittest.TestCase):
    def test_hwloc_only_for_places(self):
        self.assertNotIn("libhwloc", run("maps").stdout)
        self.assertIn("libhwloc", run("maps", OMP_PLACES="cores").stdout)


if __name__ == "__main__":
    unittest.main()
