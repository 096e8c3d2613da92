"""Instructions per operation: they say what a mechanism costs when the clock is too noisy to.

One thread (of one rank), so that nobody counts a waiting loop. Start-up cancels out: a process of a
few operations is taken off one of more.
"""

import os
import re
import shutil
import subprocess

FEW, MANY = 1, 3  # repetitions


def under_valgrind():
    """The words to put before a program's."""
    return ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]


def have_valgrind():
    return shutil.which("valgrind") is not None


def collected(command, environment, timeout):
    """Instructions of all that a command with under_valgrind() in it executed, and what it printed; or
    (None, why)."""
    try:
        done = subprocess.run(command, env=environment, timeout=timeout, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return None, f"no end in {timeout:g} s"
    counts = re.findall(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not counts:
        return None, f"exit status {done.returncode}: {done.stderr.strip()[-200:]}"
    return sum(map(int, counts)), done.stdout


def per_operation(few, many):
    """Of two pairs (instructions, operations); None if one of them is."""
    if few is None or many is None or many[1] == few[1]:
        return None
    return (many[0] - few[0]) / (many[1] - few[1])
