#!/usr/bin/env python3
"""What a user can get wrong: one line that names the value and the remedy, a non-zero exit, no
picture or part of one."""
import pathlib
import sys

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


def cases(options):
    for side in teams.sides(options)[:1]:
        for name, (words, fragments) in COMMAND_LINES.items():
            yield name, lambda: teams.complaint(side, words, fragments)


if __name__ == "__main__":
    teams.equal(cases(teams.arguments("jacobi", __doc__).parse_args()))
