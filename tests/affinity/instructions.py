#!/usr/bin/env python3
"""What an affinity clause costs a task on one node, in instructions (Valgrind): 60 at most.

  instructions.py LIBRARIES PROGRAM...      affinity_clause_cost, by each compiler"""

import os
import re
import shutil
import subprocess
import sys

AT_MOST = 60
FEW, MANY = 20_000, 40_000  # the difference: without what a process begins and ends with

libraries, programs = sys.argv[1], sys.argv[2:]
if shutil.which("valgrind") is None:
    sys.exit("instructions.py: no valgrind: scripts/install-deps --for extended installs it")
environment = {key: value for key, value in os.environ.items()
               if not key.startswith(("OMP_", "TIDEMILL_"))}
environment.update(OMP_NUM_THREADS="1", LD_LIBRARY_PATH=libraries)


def instructions(program, count, how):
    run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program,
                          str(count), how], env=environment, timeout=300, text=True, stderr=subprocess.PIPE)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or found is None:
        sys.exit(f"{program} {count} {how}: exit status {run.returncode}\n{run.stderr}")
    return int(found[1])


def for_a_task(program, how):
    return (instructions(program, MANY, how) - instructions(program, FEW, how)) / (MANY - FEW)


failed = False
for program in programs:
    more = for_a_task(program, "node") - for_a_task(program, "none")
    print(f"{os.path.basename(program)}: {more:.1f} instructions a task more than without, at most {AT_MOST}")
    # The clause is evaluated, so it costs something: else the wrong library answered.
    failed |= not 10 < more <= AT_MOST
sys.exit(failed)
