#!/usr/bin/env python3
"""What a user can get wrong: one line that names the value, a non-zero exit on all ranks, no hang,
no picture or part of one."""
import os
import pathlib
import signal
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "apps"))
import bad
import launch

RANKS = 3
GOOD_SIZE = ["--size", "64x64", "--block", "16", "--iters", "2"]

# name: (arguments, what the message has to contain)
COMMAND_LINES = {
    "unknown variant": (["interop-blok", *GOOD_SIZE], ["'interop-blok'", "interop-blk"]),
    "no variant": (GOOD_SIZE, ["variant", "pure"]),
    "no problem": (["pure"], ["--input", "--size"]),
    "unknown option": (["pure", *GOOD_SIZE, "--speed", "9"], ["'--speed' is no option", "--help"]),
    "a word more": (["pure", "serial", *GOOD_SIZE], ["'serial' is one word too many", "--help"]),
    "given twice": (["pure", *GOOD_SIZE, "--iters", "9"], ["--iters is given 2 times", "--help"]),
    "size without x": (["pure", "--size", "64"], ["--size 64", "ROWSxCOLS"]),
    "size of nothing": (["pure", "--size", "0x64"], ["--size 0x64"]),
    "negative size": (["pure", "--size=-4x64"], ["-4x64"]),
    "size beyond int": (["pure", "--size", "99999999999x64"], ["99999999999x64"]),
    "block of nothing": (["pure", "--size", "64x64", "--block", "0"], ["--block 0"]),
    "block no number": (["pure", "--size", "64x64", "--block", "16k"], ["--block 16k"]),
    "no iterations": (["pure", "--size", "64x64", "--iters=-3"], ["--iters -3"]),
    "unknown kernel": (["pure", *GOOD_SIZE, "--kernel", "nap=3"], ["nap=3", "sleep=USEC"]),
    "kernel of no time": (["pure", *GOOD_SIZE, "--kernel", "sleep=0"], ["sleep=0"]),
    "value of a flag": (["pure", *GOOD_SIZE, "--check=false"], ["--check=false", "leave it out"]),
    "empty value": (["pure", *GOOD_SIZE, "--json", ""], ["--json", "empty", "leave the option out"]),
    "check of a sleep": (["pure", *GOOD_SIZE, "--kernel", "sleep=9", "--check"], ["--check"]),
}

# The same, found out by the ranks, once MPI has begun.
RANKS_FIND = {
    "size beyond counts": (["pure", "--size", "2000000000x4"], ["2000000000x4"]),
    "size beyond memory": (["pure", "--size", "500000000x500000000"], ["500000000", "memory"]),
    "block above rows": (["interop-blk", "--size", "32x64", "--block", "33"], ["33", "32x64"]),
    "block above columns": (["serial", "--size", "64x32", "--block", "40"], ["40", "64x32"]),
    "more ranks than rows": (["pure", "--size", "2x64", "--block", "2"], ["3 ranks", "2 rows"]),
    "json nowhere": (["pure", *GOOD_SIZE, "--json", "/no/such/folder/x.json"],
                     ["/no/such/folder/x.json"]),
    "json in serial": (["serial", *GOOD_SIZE, "--json", "/no/such/folder/x.json"],
                       ["/no/such/folder/x.json"]),
    "json to standard output": (["pure", *GOOD_SIZE, "--json", "-"], ["--json -", "the name of a file"]),
    "json on a full disk": (["pure", *GOOD_SIZE, "--json", "/dev/full"], ["--json /dev/full", "No space left"]),
    "input a device": (["pure", "--input", "/dev/zero"], ["--input /dev/zero", "a device"]),
    "input missing": (["pure", "--input", "/no/such.heat"], ["/no/such.heat", "No such file"]),
    "input a folder": (["sentinel", "--input", "/"], ["--input /", "directory"]),
}

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"

# name: (bytes of the file, what the message has to contain)
FILES = {
    "empty": (b"", ["input:", "grid ROWS COLS"]),
    "only comments": (b"# nothing\n\n", ["grid ROWS COLS"]),
    "unknown statement": (b"grid 64 64\nsauce 0 0 1 9\n", ["input:2", "'sauce'"]),
    "grid of three": (b"grid 64 64 64\n", ["input:1", "grid ROWS COLS"]),
    "grid no number": (b"grid 64 sixty\n", ["input:1", "'sixty'"]),
    "second grid": (b"grid 64 64\n# so\ngrid 32 32\n", ["input:3", "'grid'"]),
    "source outside": (b"grid 64 64\nsource 0.5 1.5 0.1 9\n", ["input:2", "'1.5'", "0 to 1"]),
    "source without range": (b"grid 64 64\nsource 0.5 0.5 0 9\n", ["input:2", "'0'", "above 0"]),
    "source not finite": (b"grid 64 64\nsource 0.5 0.5 0.1 nan\n", ["input:2", "'nan'"]),
    "source of two": (b"grid 64 64\nsource 0.5 0.5\n", ["input:2", "source X Y RANGE"]),
    "unknown side": (b"grid 64 64\nboundary north 3\n", ["input:2", "'north'", "top"]),
    "no iterations": (b"grid 64 64\niterations 0\n", ["input:2", "'0'"]),
    "block above grid": (b"grid 64 64\nblock 65\n", ["65", "64x64"]),
    "not text": (bytes(range(128, 256)) * 8, ["input:1"]),
    "half a PNG": (PNG_SIGNATURE + b"\0\0\0\x0dIHDR\0\0", ["input:", "PNG"]),
    "PNG signature alone": (PNG_SIGNATURE, ["input:", "PNG"]),
}


def cases_of(cases):
    yield from cases.command_lines(cases.of_any_mpi(COMMAND_LINES))
    yield from cases.command_lines(RANKS_FIND)
    yield cases.run("no value", ["pure", *GOOD_SIZE, "--block"], ["--block: its value is missing: B", "--help"], png=None)
    yield cases.run("picture nowhere", ["pure", *GOOD_SIZE], ["/no/x.png"], png="no/x.png")
    for name, (content, fragments) in cases.of_any_mpi(FILES).items():
        yield cases.file(name, content, ["interop-blk"], [], fragments)
    yield from cases.faults([*GOOD_SIZE, "--check"], (
        ("few-threads", "sentinel", ["MPI_THREAD_FUNNELED", "pure"], 2),
        ("few-threads", "interop-blk", ["MPI_THREAD_FUNNELED", "pure"], 2),
        ("spoil", "pure", ["differs from serial", "row"], 1)))


def killed_rank(options, variant):
    """Without one rank the others would wait for ever: MPI's abort has to go through."""
    with tempfile.TemporaryDirectory() as folder:
        shell = f'echo $$ > {folder}/pid.$$; exec "$@"'
        command = ["sh", "-c", shell, "sh", options.program, variant, *GOOD_SIZE[:4], "--iters",
                   "100000", "--kernel", "sleep=1000"]
        process = launch.start(options, 2, command, launch.environment(2))
        started = time.monotonic()
        while len(list(pathlib.Path(folder).iterdir())) < 2 and time.monotonic() < started + 30:
            time.sleep(0.05)
        time.sleep(2)
        pids = [int(file.suffix[1:]) for file in pathlib.Path(folder).iterdir()]
        ended_early = process.poll() is not None
        if pids and not ended_early:
            os.kill(pids[0], signal.SIGKILL)
        result = launch.finish(process, 30)
    wrong = None
    if len(pids) != 2 or ended_early:
        wrong = f"did not get under way: {result}"
    elif result is None:
        wrong = "the other rank went on for 30 s"
    elif process.returncode == 0:
        wrong = "mpirun calls it a success"
    if wrong:
        print(f"FAILED killed rank, {variant}: {wrong}", flush=True)
    return wrong is None


def main():
    options = bad.arguments("heat", __doc__).parse_args()
    cases = bad.Cases("heat", options, RANKS)
    bad.finish([*cases_of(cases), killed_rank(options, "pure"), killed_rank(options, "interop-blk")])


if __name__ == "__main__":
    main()
