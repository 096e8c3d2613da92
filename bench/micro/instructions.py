"""Instructions per operation: they say what a mechanism costs when the clock is too noisy to.

One thread, so that nobody counts a waiting loop. Start-up cancels out: a process of one repetition
is taken off a process of three.
"""

import os
import re
import shutil
import subprocess

import sides

FEW, MANY = 1, 3


class ByCounter:
    """The processor counts; the program reads it."""

    name = "the processor's counter"

    def total(self, side, case, repetitions, settings, timeout):
        result = sides.run_once(side, words(case, repetitions), settings, timeout)
        if "instructions_per_operation" not in result:
            return None, None
        count = result["instructions_per_operation"] * result["operations"] * repetitions
        return count, result["operations"]

    def count(self, side, case, settings, timeout):
        few, _ = self.total(side, case, FEW, settings, timeout)
        many, operations = self.total(side, case, MANY, settings, timeout)
        if few is None or many is None:
            return None
        return (many - few) / (operations * (MANY - FEW))


class ByValgrind(ByCounter):
    """Valgrind interprets the program, and counts as it goes."""

    name = "valgrind"

    def total(self, side, case, repetitions, settings, timeout):
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}",
                   str(side.program), *words(case, repetitions)]
        try:
            done = subprocess.run(command, env=sides.environment(side, settings), timeout=timeout,
                                  capture_output=True, text=True, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return None, None
        collected = re.search(r"Collected : (\d+)", done.stderr)
        operations = re.search(r'"operations": (\d+)', done.stdout)
        if collected is None or operations is None:
            return None, None
        return int(collected[1]), int(operations[1])


def words(case, repetitions):
    return [case, "1", "--small", "--repetitions", str(repetitions)]


def method(side):
    """How this machine can count, or None."""
    tried = sides.run_once(side, words("flat", 1), {}, 60)
    if "instructions_per_operation" in tried:
        return ByCounter()
    return ByValgrind() if shutil.which("valgrind") else None
