#!/usr/bin/env python3
"""What a user can get wrong: one line that names the value and the remedy, a non-zero exit, no
picture or part of one."""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "apps"))
import teams

GOOD = ["--size", "64", "--block", "16", "--iters", "2"]

# name: (arguments, what the message has to contain)
COMMAND_LINES = {
    "unknown variant": (["task", *GOOD], ["'task'", "serial, for, tasks"]),
    "no variant": (GOOD, ["variant", "tasks"]),
    "no problem": (["tasks"], ["--size"]),
    "unknown option": (["tasks", *GOOD, "--speed", "9"], ["--speed", "--help"]),
    "size of nothing": (["tasks", "--size", "0"], ["--size 0", "--size 100"]),
    "negative size": (["tasks", "--size=-4"], ["--size -4"]),
    "size beyond int": (["tasks", "--size", "99999999999"], ["99999999999"]),
    "size beyond memory": (["tasks", "--size", "2000000000"], ["--size 2000000000", "memory"]),
    "size beyond counts": (["tasks", "--size", "2000000000", "--block", "1"], ["--size 2000000000", "memory"]),
    "block of nothing": (["tasks", "--size", "64", "--block", "0"], ["--block 0"]),
    "block no number": (["tasks", "--size", "64", "--block", "16k"], ["--block 16k"]),
    "block above size": (["tasks", "--size", "64", "--block", "65"], ["--block 65", "at most 64"]),
    "value of a flag": (["tasks", *GOOD, "--check=1"], ["--check=1", "leave it out"]),
    "empty value": (["tasks", *GOOD, "--nodes", ""], ["--nodes", "empty", "leave the option out"]),
    "no iterations": (["for", "--size", "64", "--iters", "0"], ["--iters 0"]),
    "unknown affinity": (["tasks", *GOOD, "--affinity", "firm"], ["--affinity firm", "nonstrict"]),
    "affinity in serial": (["serial", *GOOD, "--affinity", "strict"], ["--affinity strict", "serial"]),
    "node that doesn't exist": (["tasks", *GOOD, "--affinity", "strict", "--nodes", "0,4711"],
                                ["node 4711", "OMP_PLACES"]),
    "node no number": (["tasks", *GOOD, "--nodes", "0,x"], ["--nodes 0,x", "--nodes 0,1"]),
    "node twice": (["tasks", *GOOD, "--nodes", "0,0"], ["--nodes 0,0"]),
    "node missing": (["tasks", *GOOD, "--nodes", "0,"], ["--nodes 0,"]),
    "json nowhere": (["tasks", *GOOD, "--json", "/no/such/folder/x.json"], ["/no/such/folder/x.json"]),
}


def one_file_for_both(side, way):
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(".", f"{folder}/link")
        outcome = teams.run(side, 2, "tasks", *GOOD, "--png", f"{folder}/a", "--json", f"{folder}/{way}/a")
        if outcome.status == 2 and "one file" in outcome.err and os.listdir(folder) == ["link"]:
            return None
    return str(outcome)


def picture_of_a_run_that_fails(side):
    """The picture is written first, and must go when JSON finds no room."""
    return teams.complaint(side, ["tasks", *GOOD, "--json", "/dev/full"], ["--json /dev/full", "No space left"])


def lost_output(side, *words):
    with open("/dev/full", "w") as full:
        done = subprocess.run([side.program, *words], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    if done.returncode == 2 and done.stderr.count("\n") == 1 and "standard output" in done.stderr:
        return None
    return str(done)


def device_that_stays(side):
    with tempfile.TemporaryDirectory() as folder:
        pipe = pathlib.Path(folder, "pipe")
        os.mkfifo(pipe)
        reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True)
        try:
            outcome = teams.run(side, 2, "tasks", *GOOD, "--json", pipe)
            read = reader.communicate(timeout=60)[0] if pipe.is_fifo() else None
        except subprocess.TimeoutExpired:
            read = None
        finally:
            reader.kill()
            reader.wait()
        if outcome.status == 0 and read and read.startswith("{"):
            return None
    return f"{outcome}, read {read!r}"


def cases(options):
    for side in teams.sides(options)[:1]:
        for way in (".", "link"):
            yield f"one file for both, by {way}", lambda: one_file_for_both(side, way)
        yield "picture of a run that fails", lambda: picture_of_a_run_that_fails(side)
        yield "a pipe as a file", lambda: device_that_stays(side)
        for words in (["tasks", *GOOD], ["tasks", *GOOD, "--json", "-"], ["--help"]):
            yield f"lost output of {words}", lambda: lost_output(side, *words)
        for name, (words, fragments) in COMMAND_LINES.items():
            yield name, lambda: teams.complaint(side, words, fragments)


if __name__ == "__main__":
    teams.equal(cases(teams.arguments("jacobi", __doc__).parse_args()))
