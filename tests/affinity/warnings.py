#!/usr/bin/env python3
"""What the runtime says, once each, when affinity can do nothing.

  warnings.py FOLDER COMPAT     FOLDER: where affinity_calls and affinity_inferred lie"""

import os
import subprocess
import sys

folder, compat = sys.argv[1:]
MACHINE = {"TIDEMILL_TOPOLOGY": "synthetic:numa:4 core:2 pu:1"}
BOUND = {**MACHINE, "OMP_PLACES": "cores"}
INFERS = {"TIDEMILL_DATA_AFFINITY": "depend"}
OUTSIDE = "omp_get_num_nodes was called outside a parallel region"
UNBOUND = "set OMP_PLACES=cores"
failed = False


def check(name, variables, *expected, program="affinity_calls", word="warn"):
    global failed
    environment = {key: value for key, value in os.environ.items()
                   if not key.startswith(("OMP_", "TIDEMILL_"))}
    environment.update(variables, OMP_NUM_THREADS="8", TM_EXPECT="tidemill",
                       LD_LIBRARY_PATH=f"{compat}:{os.path.dirname(os.path.dirname(compat))}")
    run = subprocess.run([os.path.join(folder, program), word], env=environment, timeout=60, text=True,
                         stderr=subprocess.PIPE)
    lines = run.stderr.splitlines()
    right = run.returncode == 0 and len(lines) == len(expected) and all(
        any(text in line for line in lines) for text in expected)
    if not right:
        failed = True
        print(f"{name}: instead of {expected}, exit status {run.returncode} and:\n{run.stderr}")


def check_inferred(program, name, variables, *expected, word):
    check(f"{program}, {name}", variables, *expected, program=program, word=word)


check("bound", BOUND, OUTSIDE)
check("bound to nothing", MACHINE, OUTSIDE, UNBOUND)
check("not bound on purpose", {**BOUND, "OMP_PROC_BIND": "false"}, OUTSIDE, UNBOUND)
check("no machine", {"TIDEMILL_TOPOLOGY": "synthetic:nodes", "OMP_PLACES": "cores"}, OUTSIDE,
      "TIDEMILL_TOPOLOGY=synthetic:nodes describes no machine")
check("no such inference", {**BOUND, "TIDEMILL_DATA_AFFINITY": "on"}, OUTSIDE,
      "TIDEMILL_DATA_AFFINITY=on: not off or depend")
for program in ("affinity_inferred", "affinity_inferred_clang"):
    if not os.path.exists(os.path.join(folder, program)):
        continue
    check_inferred(program, "bound", {**BOUND, **INFERS}, word="writes")
    check_inferred(program, "bound to nothing", {**MACHINE, **INFERS}, UNBOUND, word="writes")
    check_inferred(program, "nothing to infer from", {**MACHINE, **INFERS}, word="reads")
    check_inferred(program, "inference off", MACHINE, word="writes")
    hands_over = program.endswith("_clang")  # GCC drops the list
    check_inferred(program, "a list", MACHINE, *[UNBOUND] * hands_over, word="list")
    check_inferred(program, "a list, bound", BOUND, word="list")
sys.exit(failed)
