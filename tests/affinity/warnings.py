#!/usr/bin/env python3
"""What the runtime says, once each, when affinity can do nothing.

  warnings.py PROGRAM COMPAT     PROGRAM: affinity_calls"""

import os
import subprocess
import sys

program, compat = sys.argv[1:]
MACHINE = {"TIDEMILL_TOPOLOGY": "synthetic:numa:4 core:2 pu:1"}
OUTSIDE = "omp_get_num_nodes was called outside a parallel region"
failed = False


def check(name, variables, *expected):
    global failed
    environment = {key: value for key, value in os.environ.items()
                   if not key.startswith(("OMP_", "TIDEMILL_"))}
    environment.update(variables, OMP_NUM_THREADS="8", TM_EXPECT="tidemill",
                       LD_LIBRARY_PATH=f"{compat}:{os.path.dirname(os.path.dirname(compat))}")
    run = subprocess.run([program, "warn"], env=environment, timeout=60, text=True,
                         stderr=subprocess.PIPE)
    lines = run.stderr.splitlines()
    right = run.returncode == 0 and len(lines) == len(expected) and all(
        any(text in line for line in lines) for text in expected)
    if not right:
        failed = True
        print(f"{name}: instead of {expected}, exit status {run.returncode} and:\n{run.stderr}")


check("bound", {**MACHINE, "OMP_PLACES": "cores"}, OUTSIDE)
check("bound to nothing", MACHINE, OUTSIDE, "set OMP_PLACES=cores")
check("not bound on purpose", {**MACHINE, "OMP_PLACES": "cores", "OMP_PROC_BIND": "false"}, OUTSIDE,
      "set OMP_PLACES=cores")
check("no machine", {"TIDEMILL_TOPOLOGY": "synthetic:nodes", "OMP_PLACES": "cores"}, OUTSIDE,
      "TIDEMILL_TOPOLOGY=synthetic:nodes describes no machine")
check("no such inference", {**MACHINE, "OMP_PLACES": "cores", "TIDEMILL_DATA_AFFINITY": "on"},
      OUTSIDE, "TIDEMILL_DATA_AFFINITY=on: not off or depend")
sys.exit(failed)
