#!/usr/bin/env python3
"""Affinity on a kernel that has memory nodes: boots a small emulated machine, and runs tests there.

  machine.py --programs DIR --library DIR [--kernel FILE] [--limit SECONDS] [NAME]...

  --programs DIR   where the programs of tests/affinity lie
  --library DIR    where libtidemill.so lies, with tidemill/compat below it
  --kernel FILE    default: out/kernel/vmlinuz, which scripts/install-deps --for extended fetches
  --limit SECONDS  for all of it (default 400)
  NAME             only the runs whose name begins so

The machine has 4 nodes of 384 MiB, each a socket with 2 cores; nodes 0 and 2 are near each other, and
1 and 3. Debian's kernel runs in it under qemu-system-x86_64, all in software, with an initramfs that
holds bash, the programs and their libraries. Its first process runs one after the other; their
output and exit statuses come over the serial line."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INSTALL = "scripts/install-deps --for extended"
NODES, CORES, MEGABYTES = 4, 2, 384
NEAR = {(0, 2), (2, 0), (1, 3), (3, 1)}
TOOLS = ("bash", "mount", "timeout", "cat", "sleep")
RUN_SECONDS = 150


class Run:
    """A program in the machine. `says`: a text, and in how many lines of its output it stands."""

    def __init__(self, name, program, *arguments, says=None, **variables):
        self.name, self.program, self.arguments = name, program, arguments
        self.says = says or {}
        self.variables = {"OMP_PLACES": "cores", "OMP_NUM_THREADS": "8", "TM_EXPECT": "tidemill",
                          "OMP_WAIT_POLICY": "passive", **variables}

    def by_clang(self):
        other = Run(self.name + ".clang", self.program + "_clang", *self.arguments, says=self.says)
        other.variables = self.variables
        return other

    def script(self):
        """For bash. A variable that is None isn't set."""
        exports = " ".join(f"'{k}={v}'" for k, v in self.variables.items() if v is not None)
        command = " ".join((f"/bin/{self.program}", *self.arguments))
        return (f"echo '@begin {self.name}'\n"
                f"(export {exports}; exec timeout {RUN_SECONDS} {command}) </dev/null 2>&1\n"
                f"echo \"@end {self.name} $?\"\n")


RUNS = [
    Run("placement.cores", "affinity_placement", "4"),
    Run("placement.sockets", "affinity_placement", "4", OMP_PLACES="sockets"),
    Run("placement.numa_domains", "affinity_placement", "4", OMP_PLACES="numa_domains"),
    Run("placement.spread", "affinity_placement", "4", OMP_NUM_THREADS="4", OMP_PROC_BIND="spread"),
    Run("placement.close", "affinity_placement", "2", OMP_NUM_THREADS="4", OMP_PROC_BIND="close"),
    Run("placement.listed", "affinity_placement", "3", OMP_NUM_THREADS="4",
        OMP_PLACES="{6},{1},{7},{3}"),
    Run("strict", "affinity_strict"),
    Run("strict.awake", "affinity_strict", OMP_WAIT_POLICY=None),
    Run("steals", "affinity_steals"),
    Run("steals.inferred", "affinity_steals", TIDEMILL_DATA_AFFINITY="depend"),
    Run("inferred", "affinity_inferred", TIDEMILL_DATA_AFFINITY="depend"),
    Run("moved", "affinity_moved"),
    Run("resumes", "affinity_resumes"),
    Run("calls", "affinity_calls", "1"),
    Run("busy", "affinity_busy"),
    Run("places", "affinity_places", OMP_PLACES="{6},{0},{7},{1}", OMP_NUM_THREADS="4"),
    Run("fortran", "affinity_nodes", OMP_PLACES="{0}:8"),
    Run("unbound", "affinity_calls", "warn", OMP_PLACES=None,
        says={"threads are bound to none of the 4 there are: set OMP_PLACES": 1}),
    Run("unbound.on_purpose", "affinity_calls", "warn", OMP_PROC_BIND="false",
        says={"threads are bound to none of the 4 there are: set OMP_PLACES": 1}),
    Run("bound", "affinity_calls", "warn", says={"OMP_PLACES": 0}),
    Run("storm", "race_affinity_storm", "1", "30"),
]
BY_CLANG_TOO = {"placement.cores", "strict", "moved", "resumes", "places"}


def fail(text):
    sys.exit(f"machine.py: {text}")


def needed(name):
    return shutil.which(name) or fail(f"no {name}: {INSTALL} installs it")


# ---- the initramfs ----

def libraries_of(file, path):
    """name -> file, of all that the loader brings."""
    run = subprocess.run(["ldd", file], env={**os.environ, "LD_LIBRARY_PATH": path}, text=True,
                         stdout=subprocess.PIPE, check=True)
    if "not found" in run.stdout:
        fail(f"{file} lacks libraries: {run.stdout}")
    return dict(re.findall(r"^\s*(\S+) => (/\S+)", run.stdout, re.M))


def hwloc():
    """The runtime loads it by itself, when it needs it."""
    listed = subprocess.run(["/sbin/ldconfig", "-p"], text=True, stdout=subprocess.PIPE, check=True)
    found = re.search(r"^\s*libhwloc\.so\.15 .*=> (/\S+)", listed.stdout, re.M)
    return found[1] if found else fail("no libhwloc.so.15: scripts/install-deps installs it")


def copy(file, to):
    """Without what debuggers read."""
    to.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["strip", "-g", "-o", to, file], check=True)


def fill(root, runs, arguments):
    compat = arguments.library / "tidemill" / "compat"
    path = f"{compat}:{arguments.library}"
    files = {root / "bin" / tool: needed(tool) for tool in TOOLS}
    for run in runs:
        program = arguments.programs / run.program
        if not program.exists():
            program = arguments.programs / "../../bin" / run.program
        if not program.exists():
            fail(f"no {program.name} in {arguments.programs}: build all of the tests first")
        files[root / "bin" / run.program] = program
    libraries = {"libhwloc.so.15": hwloc(),
                 **{name: compat / name for name in ("libgomp.so.1", "libomp.so.5")}}
    for file in (*files.values(), libraries["libhwloc.so.15"]):
        libraries.update(libraries_of(file, path))
    for name, file in {**files, **{root / "lib" / n: f for n, f in libraries.items()}}.items():
        copy(file, name)
    loader = Path("/lib64/ld-linux-x86-64.so.2")
    copy(loader, root / "lib64" / loader.name)


def init(runs):
    nodes = "/sys/devices/system/node"
    return ("#!/bin/bash\n"
            "mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev\n"
            "export LD_LIBRARY_PATH=/lib PATH=/bin\n"
            f"echo \"@machine $(cat {nodes}/online)\"\n"
            f"for node in {nodes}/node?; do\n"
            "  echo \"${node##*/}: processors $(cat $node/cpulist), distances $(cat $node/distance)\"\n"
            "done\n" + "".join(run.script() for run in runs) +
            "echo '@done'\n"
            "sleep 60\n"  # until the line is read to its end: then the machine is switched off
            "echo b > /proc/sysrq-trigger\n")


def pack(runs, arguments, work):
    root = work / "root"
    for folder in ("proc", "sys", "dev", "tmp"):
        (root / folder).mkdir(parents=True)
    fill(root, runs, arguments)
    (root / "init").write_text(init(runs))
    (root / "init").chmod(0o755)
    names = "\n".join(str(p.relative_to(root)) for p in sorted(root.rglob("*")))
    with open(work / "initramfs", "wb") as archive:
        subprocess.run([needed("cpio"), "-o", "-H", "newc", "--quiet"], cwd=root, input=names.encode(),
                       stdout=archive, check=True)
    return work / "initramfs"


# ---- the machine ----

def machine(kernel, initramfs):
    """qemu's command line."""
    command = [needed("qemu-system-x86_64"), "-accel", "tcg,thread=multi", "-cpu", "max",
               "-m", f"{NODES * MEGABYTES}M", "-smp", f"{NODES * CORES},sockets={NODES},cores={CORES}"]
    for n in range(NODES):
        command += ["-object", f"memory-backend-ram,id=m{n},size={MEGABYTES}M", "-numa",
                    f"node,nodeid={n},cpus={n * CORES}-{n * CORES + CORES - 1},memdev=m{n}"]
    for a in range(NODES):
        for b in range(NODES):
            distance = 10 if a == b else 15 if (a, b) in NEAR else 30
            command += ["-numa", f"dist,src={a},dst={b},val={distance}"]
    return command + [
        "-nic", "none", "-nodefaults", "-display", "none", "-serial", "stdio", "-no-reboot",
        "-kernel", str(kernel), "-initrd", str(initramfs), "-append",
        # The kernel gives up if its timer is late, as an emulated one is on a busy host.
        "no_timer_check "
        "console=ttyS0 quiet panic=-1 numa_balancing=disable transparent_hugepage=never"]


class Result:
    def __init__(self):
        self.lines, self.status, self.seconds = [], None, 0.0


def processor_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def read_results(process, results):
    """Follows the serial line; returns what came outside all runs."""
    outside, now, begin = [], None, 0.0
    for line in process.stdout:
        line = line.decode(errors="replace").rstrip()
        word, _, rest = line.partition(" ")
        if word == "@begin":
            now, begin = results.setdefault(rest, Result()), processor_seconds(process.pid)
        elif word == "@end" and now is not None:
            now.status, now.seconds = int(rest.split()[-1]), processor_seconds(process.pid) - begin
            now = None
        elif word == "@done":
            process.kill()
            outside.append(line)
        else:
            (outside if now is None else now.lines).append(line)
    return outside


def boot(command, limit):
    """name -> Result, what came outside, and what was wrong with the machine itself."""
    results = {}
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT) as process:
        late = threading.Timer(limit, process.kill)
        late.start()
        outside = read_results(process, results)
        over = not late.is_alive()
        late.cancel()
    wrong = None
    if over:
        wrong = f"it wasn't through within {limit} s"
    elif "@done" not in outside:
        wrong = f"it ended before all had run, qemu with status {process.returncode}"
    elif f"@machine 0-{NODES - 1}" not in outside:
        wrong = f"its kernel doesn't have {NODES} nodes"
    return results, outside, wrong


def judge(run, result):
    """What was wrong with it, or None."""
    if result is None or result.status is None:
        return "didn't run to its end"
    if result.status != 0:
        return f"longer than {RUN_SECONDS} s" if result.status == 124 else f"status {result.status}"
    for text, count in run.says.items():
        said = sum(text in line for line in result.lines)
        if said != count:
            return f"{said} lines say '{text}' instead of {count}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=Path, required=True)
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--kernel", type=Path, default=ROOT / "out/kernel/vmlinuz")
    parser.add_argument("--limit", type=int, default=400)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    arguments.programs, arguments.library = arguments.programs.resolve(), arguments.library.resolve()
    if not arguments.kernel.exists():
        fail(f"no kernel at {arguments.kernel}: {INSTALL} fetches one")
    runs = RUNS + [run.by_clang() for run in RUNS if run.name in BY_CLANG_TOO
                   and (arguments.programs / f"{run.program}_clang").exists()]
    runs = [r for r in runs if not arguments.names or r.name.startswith(tuple(arguments.names))]
    with tempfile.TemporaryDirectory() as work:
        initramfs = pack(runs, arguments, Path(work))
        results, outside, wrong = boot(machine(arguments.kernel, initramfs), arguments.limit)
    print("\n".join(line for line in outside if not line.startswith("@")))
    failed = 0
    for run in runs:
        result = results.get(run.name)
        fault = judge(run, result)
        failed += fault is not None
        took = f", {result.seconds:.1f} s of processor time" if result else ""
        print(f"{run.name}: {fault or 'ok'}{took}")
        for line in result.lines if result else ():
            print(f"    {line}")
    if wrong is not None:
        print(f"the machine: {wrong}")
    print(f"{len(runs) - failed} of {len(runs)} runs as they should be")
    sys.exit(1 if failed or wrong is not None else 0)


if __name__ == "__main__":
    main()
