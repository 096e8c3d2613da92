"""What every command of tm-bench has in common: its errors, its end, numbers in options, and the machine
that its numbers depend on."""

import os
import pathlib
import sys


class BenchError(Exception):
    """Ends the command with a message."""


def run(name, main):
    """Runs a command; its exit status is that of main, 2 for a BenchError and where standard output cannot
    be written, 141 where its reader has gone, as of a command that the signal ends."""
    try:
        try:
            status = main()
        finally:
            sys.stdout.flush()
        sys.exit(status)
    except BenchError as error:
        print(f"{name}: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        end_without_output(141)
    except OSError as error:
        # Of files the commands tell themselves.
        if not is_output_lost():
            raise
        print(f"{name}: standard output cannot be written: {error.strerror}: make room, or send it elsewhere",
              file=sys.stderr)
        end_without_output(2)
    except KeyboardInterrupt:
        sys.exit(130)


def is_output_lost():
    """By an empty line more, which can't be written either: without a buffer nothing is left to flush."""
    try:
        print(flush=True)
    except OSError:
        return True
    return False


def end_without_output(status):
    """Python would try again to write what is left, and say more than a line of it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)


def prefix():
    """The build folder or installed prefix this command belongs to."""
    given = os.environ.get("TIDEMILL_BENCH_PREFIX")
    if given is None:
        raise BenchError("call it by `tm-bench`, which says where its programs are")
    return pathlib.Path(given)


def numbers(parser, option, text):
    try:
        found = [int(word) for word in text.split(",")]
    except ValueError:
        found = [0]
    if min(found) < 1:
        parser.error(f"{option} {text}: whole numbers from 1, separated by commas")
    return found


def chosen(parser, option, text, known):
    """The names in `text`, or all that are known."""
    names = list(known) if text is None else text.split(",")
    for name in names:
        if name not in known:
            parser.error(f"{option} {name}: no such name; there are: {', '.join(known)}")
    return names


def clean_environment():
    """The caller's, without its OpenMP settings: each run has the runtime's defaults."""
    return {name: value for name, value in os.environ.items()
            if not name.startswith(("OMP_", "GOMP_", "KMP_", "TIDEMILL_", "LD_"))}


def machine():
    """What the numbers depend on; printed and kept with them."""
    model = "?"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith(("model name", "Model")):
            model = line.split(":", 1)[1].strip()
            break
    return {"cores": len(os.sched_getaffinity(0)), "processor": model,
            "kernel": os.uname().release, "load": os.getloadavg()[0]}


def warn_when_busy(name):
    cores, load = len(os.sched_getaffinity(0)), os.getloadavg()[0]
    if load > 0.3 * cores:
        print(f"{name}: the machine is busy (load {load:.1f} on {cores} cores): waiting threads "
              "spin, so times on a busy machine say little; wait for a quiet one", file=sys.stderr)
