"""Runs a command in its place and writes to a file of the folder PEAK what memory it had resident at
most, in bytes: ranks of MPI are started as `python3 peak.py PEAK COMMAND...`. The command keeps all
files that are open, as launchers talk to their ranks by them."""

import os
import pathlib
import sys


def main():
    folder, words = sys.argv[1], sys.argv[2:]
    child = os.fork()
    if child == 0:
        os.execvp(words[0], words)
    _, status, usage = os.wait4(child, 0)
    (pathlib.Path(folder) / str(os.getpid())).write_text(str(usage.ru_maxrss * 1024))
    sys.exit(os.waitstatus_to_exitcode(status) & 255)


if __name__ == "__main__":
    main()
