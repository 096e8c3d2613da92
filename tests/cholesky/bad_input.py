#!/usr/bin/env python3
"""What a user can get wrong: one line that names the value, a non-zero exit on all ranks, no hang,
no picture or part of one. So with a matrix that has no Cholesky factor."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "apps"))
import bad

RANKS = 3
GOOD = ["--size", "60", "--tile", "10"]

# name: (arguments, what the message has to contain)
COMMAND_LINES = {
    "unknown annotation": ([*GOOD, "--annotate", "ma4"], ["--annotate ma4", "none, mark, ma1, ma2, ma3"]),
    "no matrix": ([], ["--size", "--input"]),
    "two matrices": ([*GOOD, "--input", "x.mtx"], ["--size 60", "--input x.mtx"]),
    "unknown option": ([*GOOD, "--speed", "9"], ["--speed", "--help"]),
    "a word more": ([*GOOD, "ma1"], ["'ma1' is one word too many", "--help"]),
    "size no number": (["--size", "60k"], ["--size 60k"]),
    "size of nothing": (["--size", "0"], ["--size 0"]),
    "size beyond int": (["--size", "2000000000"], ["--size 2000000000", "1073741823"]),
    "tile of nothing": (["--size", "60", "--tile", "0"], ["--tile 0"]),
    "tile beyond a message": (["--size", "60000", "--tile", "50000"], ["--tile 50000", "46340"]),
    "grid no grid": ([*GOOD, "--grid", "3"], ["--grid 3", "PxQ"]),
    "grid of nothing": ([*GOOD, "--grid", "0x3"], ["--grid 0x3"]),
    "unknown kernel": ([*GOOD, "--kernel", "nap=3"], ["nap=3", "sleep=GEMM_US"]),
    "kernel of no time": ([*GOOD, "--kernel", "sleep=0"], ["sleep=0"]),
    "check of a sleep": ([*GOOD, "--kernel", "sleep=9", "--check"], ["--check", "--kernel sleep=9"]),
    "delay no number": ([*GOOD, "--message-delay", "soon"], ["--message-delay soon"]),
    "delay negative": ([*GOOD, "--message-delay=-1"], ["--message-delay -1"]),
    "count with check": ([*GOOD, "--count", "--check"], ["--count", "--check"]),
    "count with picture": ([*GOOD, "--count"], ["--count", "--png"]),
}

# The same, found out by the ranks, once MPI has begun.
RANKS_FIND = {
    "size beyond memory": (["--size", "9000000", "--tile", "40000"], ["memory", "--size"]),
    "too many tiles": (["--size", "99999", "--tile", "1"], ["--tile 1", "99999", "at least --tile 3"]),
    "tile larger than the matrix": (["--size", "60", "--tile", "61"], ["--tile 61", "60"]),
    "grid of other ranks": ([*GOOD, "--grid", "2x2"], ["--grid 2x2", "4 ranks", "3", "mpirun -n"]),
    "json nowhere": ([*GOOD, "--json", "/no/such/folder/x.json"], ["/no/such/folder/x.json"]),
    "input missing": (["--input", "/no/such.mtx"], ["/no/such.mtx", "No such file"]),
    "input a folder": (["--input", "/"], ["--input /", "directory"]),
}


def market(banner, *lines):
    return ("\n".join([f"%%MatrixMarket {banner}", *lines]) + "\n").encode()


COORDINATE = "matrix coordinate real"

# name: (bytes of the file, what the message has to contain)
FILES = {
    "empty": (b"", ["input", "Matrix Market"]),
    "no banner": (b"3 3 1\n1 1 2.0\n", ["input", "banner"]),
    "unknown format": (market("matrix coordinates real symmetric", "1 1 1", "1 1 2"), ["coordinates", "Line 1"]),
    "vector": (market("vector coordinate real general", "3 1", "1 2"), ["vector"]),
    "complex": (market("matrix coordinate complex hermitian", "1 1 1", "1 1 2 0"), ["complex"]),
    "pattern": (market("matrix coordinate pattern general", "2 2 3", "1 1", "2 2", "2 1"),
                ["not symmetric", "1 at (2, 1)", "0 at (1, 2)"]),
    "skew": (market(f"{COORDINATE} skew-symmetric", "2 2 1", "2 1 1"), ["skew-symmetric"]),
    "not square": (market(f"{COORDINATE} general", "2 3 1", "1 1 2"), ["2 rows", "3 columns", "square"]),
    "not symmetric": (market(f"{COORDINATE} general", "3 3 4", "1 1 4", "2 2 4", "3 1 1.5", "1 3 2.5"),
                      ["not symmetric", "1.5 at (3, 1)", "2.5 at (1, 3)"]),
    "half missing": (market(f"{COORDINATE} general", "2 2 2", "1 1 4", "2 1 1"), ["1 at (2, 1)", "0 at (1, 2)"]),
    "above the diagonal": (market(f"{COORDINATE} symmetric", "2 2 2", "1 1 4", "1 2 1"),
                           ["(1, 2)", "above the diagonal"]),
    "value twice": (market(f"{COORDINATE} symmetric", "2 2 2", "2 1 4", "2 1 4"), ["(2, 1)", "twice"]),
    "index outside": (market(f"{COORDINATE} symmetric", "2 2 1", "3 1 4"), ["input", "Line 3"]),
    "no number": (market(f"{COORDINATE} symmetric", "2 2 1", "2 1 four"), ["input", "Line 3"]),
    "cut off": (market(f"{COORDINATE} symmetric", "2 2 3", "1 1 4"), ["input"]),
    "a promise too large": (market(f"{COORDINATE} symmetric", "2 2 999999999999", "1 1 4"), ["999999999999"]),
    "array cut off": (market("matrix array real general", "2 2", "4", "1", "1"), ["input"]),
    "not text": (bytes(range(128, 256)) * 8, ["input", "banner"]),
}


def diagonal(order, **others):
    """A file with 2 on the diagonal, but for `others`: row_col=value."""
    values = {(n, n): 2 for n in range(1, order + 1)}
    values |= {tuple(map(int, place.strip("a").split("_"))): value for place, value in others.items()}
    return market(f"{COORDINATE} symmetric", f"{order} {order} {len(values)}",
                  *(f"{row} {col} {value}" for (row, col), value in values.items()))


# name: (bytes of the file, what the message has to contain); in tiles of 10.
NO_FACTOR = {
    "negative first": (diagonal(60, a1_1=-2), ["tile (0, 0)", "order 1 is not positive"]),
    "negative last": (diagonal(60, a60_60=-2), ["tile (5, 5)", "order 60 is not positive"]),
    "zero": (diagonal(60, a31_31=0), ["tile (3, 3)", "order 31 is not positive"]),
    "two of them": (diagonal(60, a44_44=-1, a25_25=-1), ["tile (2, 2)", "order 25 is not positive"]),
    "indefinite beside the diagonal": (diagonal(60, a58_3=9), ["tile (5, 5)", "order 58 is not positive"]),
    "NaN": (diagonal(60, a17_17="nan"), ["tile (1, 1)", "order 17 is not a finite number"]),
    "NaN beside the diagonal": (diagonal(60, a41_11="nan"), ["tile (4, 4)", "order 41 is not a finite number"]),
    "NaN after a negative one": (diagonal(60, a60_1="nan", a33_33=-1), ["tile (3, 3)", "order 33"]),
    "infinite": (diagonal(60, a20_20="inf"), ["tile (1, 1)", "order 20 is not a finite number"]),
}


def priorities(cases):
    for annotation, highest, needed in (("ma1", 0, 1), ("ma2", 0, 1), ("ma3", 1, None)):
        arguments = [*GOOD, "--annotate", annotation]
        fragments = [f"--annotate {annotation}", f"OMP_MAX_TASK_PRIORITY is {highest}",
                     f"OMP_MAX_TASK_PRIORITY={needed}" if needed else "set OMP_MAX_TASK_PRIORITY="]
        yield cases.run(f"priority too low, {annotation}", arguments, fragments,
                        OMP_MAX_TASK_PRIORITY=str(highest))


def cases_of(cases):
    yield from cases.command_lines(cases.of_any_mpi(COMMAND_LINES))
    yield from cases.command_lines(RANKS_FIND)
    yield cases.run("picture nowhere", GOOD, ["/no/x.png"], png="no/x.png")
    yield from priorities(cases)
    for name, (content, fragments) in cases.of_any_mpi(FILES).items():
        yield cases.file(name, content, [], [], fragments)
    for name, (content, fragments) in NO_FACTOR.items():
        yield cases.file(name, content, ["--tile", "10", "--check"], [], fragments, status=1)
    yield cases.file("negative, late messages", diagonal(60, a21_21=-2), ["--tile", "10"],
                     ["--message-delay", "3000"], ["tile (2, 2)", "order 21"], status=1)
    yield from cases.faults(GOOD, (
        ("few-threads", "--annotate none", ["MPI_THREAD_FUNNELED", "MPI_THREAD_MULTIPLE"], 2),
        ("spoil", "--annotate none --check", ["factor is wrong"], 1)))


def main():
    options = bad.arguments("cholesky", __doc__).parse_args()
    bad.finish(list(cases_of(bad.Cases("cholesky", options, RANKS))))


if __name__ == "__main__":
    main()
