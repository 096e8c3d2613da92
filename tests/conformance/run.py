#!/usr/bin/env python3
"""Builds and runs the conformance suite: plain OpenMP programs, built as any user's are (compiler
and -fopenmp, no word of Tidemill), on Tidemill by lib/tidemill/compat, and as a control on the
compiler's own runtime. Prints each failure with its output; a hang is a failure.

  run.py build --out DIR TOOLCHAIN...            compile; what a compiler refuses must be listed
  run.py run --out DIR --on tidemill --compat DIR --threads 1 2 4 8 TOOLCHAIN...
  run.py run --out DIR --on control --threads 4 TOOLCHAIN...

Results are left in DIR/results for table.py."""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import suite


def environment_of(program, options, threads):
    names = {name: value for name, value in os.environ.items()
             if name in ("TIDEMILL_POLICY", "TIDEMILL_STACKS") or
             not name.startswith(("OMP_", "GOMP_", "KMP_", "TIDEMILL_", "LD_LIBRARY_PATH"))}
    names["OMP_NUM_THREADS"] = str(threads)
    names["OMP_MAX_TASK_PRIORITY"] = "3"
    names["TM_EXPECT"] = "tidemill" if options.on == "tidemill" else "system"
    if options.on == "tidemill":
        names["LD_LIBRARY_PATH"] = str(options.compat)
    if options.sanitize == "thread":
        names["TSAN_OPTIONS"] = "exitcode=66 atexit_sleep_ms=0 report_signal_unsafe=0 " + os.environ.get("TSAN_OPTIONS", "")
    names.update(program.environment)
    return names


def start(binary, environment, timeout):
    """Exit status (None: it ran out of time) and what it wrote."""
    process = subprocess.Popen([str(binary)], env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True)
    try:
        output, _ = process.communicate(timeout=timeout)
        return process.returncode, output.decode(errors="replace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return None, output.decode(errors="replace")


def describe(status, timeout):
    if status is None:
        return f"hangs: not done after {timeout} s"
    if status < 0:
        return f"dies of {signal.Signals(-status).name}"
    return f"exits with {status}"


CONTROL_TRIES = 5


def passes_again(binary, environment, timeout):
    """A control shows that the program can pass. The compilers' own runtimes fail some of them now
    and then; so a control fails only if none of a few more runs passes."""
    return any(start(binary, environment, timeout)[0] == 0 for _ in range(CONTROL_TRIES - 1))


def run_one(program, chain, threads, options, exceptions):
    """One of: passed, failed, refused (by the compiler), excused (a known fault, with reason)."""
    binary = suite.binary_of(program, chain, options.out)
    if not binary.exists():
        return {"outcome": "refused", "reason": exceptions.unsupported(program, chain.name) or "?"}
    excuse = exceptions.miscompiled(program, chain.name)
    if options.on == "control":
        excuse = excuse or exceptions.wrong_in(program, chain.runtime, chain.name)
    if options.sanitize:
        excuse = excuse or exceptions.race_reported(program, chain.name)
    if excuse and not options.also_excused:
        return {"outcome": "excused", "reason": excuse}
    timeout = 5 if excuse else options.timeout
    environment = environment_of(program, options, threads)
    for _ in range(options.repeat):
        status, output = start(binary, environment, timeout)
        if status != 0:
            what = describe(status, timeout)
            if excuse:
                return {"outcome": "excused", "reason": excuse, "observed": what}
            if options.on == "control" and passes_again(binary, environment, timeout):
                return {"outcome": "passed", "note": f"not always: {what}"}
            return {"outcome": "failed", "reason": what, "output": output[-4000:]}
    if excuse:
        return {"outcome": "passed", "note": f"listed as wrong: {excuse}"}
    return {"outcome": "passed"}


def run_suite(selected, chain, threads, options, exceptions):
    mine = [program for program in selected if program.language in chain.languages]
    begin = time.monotonic()
    with ThreadPoolExecutor(options.jobs) as pool:
        outcomes = list(pool.map(
            lambda program: run_one(program, chain, threads, options, exceptions), mine))
    results = {program.name: outcome for program, outcome in zip(mine, outcomes)}
    for name, outcome in results.items():
        if outcome["outcome"] == "failed":
            print(f"FAILED {name} ({chain.name} on {options.on}, {threads} threads): "
                  f"{outcome['reason']}\n{outcome['output'].rstrip()}\n")
        elif "note" in outcome or "observed" in outcome:
            print(f"note: {name} ({chain.name} on {options.on}, {threads} threads) "
                  f"{outcome.get('observed', 'passes')}; {outcome['reason'] if 'observed' in outcome else outcome['note']}")
    counts = {kind: sum(outcome["outcome"] == kind for outcome in outcomes)
              for kind in ("passed", "failed", "refused", "excused")}
    print(f"{chain.name} on {options.on}, {threads} threads: {counts['passed']} passed, "
          f"{counts['failed']} failed, {counts['refused']} the compiler cannot express, "
          f"{counts['excused']} excused; {time.monotonic() - begin:.0f} s", flush=True)
    if not options.only:
        folder = Path(options.out) / "results"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{chain.name}.{options.on}.{threads}.json").write_text(json.dumps(results, indent=1))
    return counts["failed"] == 0 and counts["passed"] > 0


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("build", "run"))
    parser.add_argument("toolchains", nargs="+", metavar="TOOLCHAIN",
                        help="such as gcc-12, clang-19, gfortran-12, flang-19")
    parser.add_argument("--out", required=True, help="where binaries and results go")
    parser.add_argument("--on", choices=("tidemill", "control"), default="tidemill")
    parser.add_argument("--compat", help="the folder with Tidemill's libgomp.so.1 and libomp.so.5")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2, 4, 8])
    parser.add_argument("--only", default="", metavar="REGEX", help="programs whose name matches")
    parser.add_argument("--sanitize", choices=("thread", "address"))
    parser.add_argument("--timeout", type=float, default=60, help="seconds a program (default 60)")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each program")
    parser.add_argument("--jobs", type=int, default=suite.cores(), help="programs at once")
    parser.add_argument("--also-excused", action="store_true",
                        help="run what exceptions.toml excuses, too, and show what happens")
    options = parser.parse_args()
    if options.command == "run" and options.on == "tidemill" and not options.compat:
        parser.error("--on tidemill needs --compat DIR: where its libgomp.so.1 is")
    return options


def main():
    options = parse()
    exceptions = suite.Exceptions()
    selected = suite.programs(options.only)
    fine = bool(selected)
    for name in exceptions.names() - {program.name for program in suite.programs()}:
        print(f"exceptions.toml names {name}: there is no such program")
        fine = False
    for name in options.toolchains:
        chain = suite.toolchain(name, options.out)
        if not chain:
            print(f"{name} is not installed")
            fine = False
        elif options.command == "build":
            mine = suite.compile_all(selected, chain, options.out, options.jobs, options.sanitize)
            for complaint in suite.judge_compilation(mine, chain, options.out, exceptions):
                print(complaint)
                fine = False
            print(f"{name}: {len(mine)} programs", flush=True)
        else:
            for threads in options.threads:
                fine = run_suite(selected, chain, threads, options, exceptions) and fine
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
