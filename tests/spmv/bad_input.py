#!/usr/bin/env python3
"""What a user can get wrong: one line that names the value and the remedy, a non-zero exit, no
picture or part of one."""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "apps"))
import teams

GOOD = ["--laplace", "8", "--parts", "4", "--iters", "2"]

# name: (arguments, what the message has to contain)
COMMAND_LINES = {
    "unknown variant": (["task", *GOOD], ["'task'", "serial, for, tasks"]),
    "no variant": (GOOD, ["variant", "tasks"]),
    "no matrix": (["tasks"], ["--laplace", "--input"]),
    "two matrices": (["tasks", *GOOD, "--input", "a.mtx"], ["--laplace", "--input"]),
    "unknown option": (["tasks", *GOOD, "--speed", "9"], ["--speed", "--help"]),
    "laplace of nothing": (["tasks", "--laplace", "0"], ["--laplace 0"]),
    "laplace beyond counts": (["tasks", "--laplace", "20725"], ["--laplace 20725", "20724"]),
    "no parts": (["tasks", "--laplace", "8", "--parts", "0"], ["--parts 0"]),
    "more parts than rows": (["tasks", "--laplace", "8", "--parts", "65"], ["--parts 65", "at most 64"]),
    "no iterations": (["for", "--laplace", "8", "--iters=-1"], ["--iters -1"]),
    "unknown method": (["for", *GOOD, "--method", "cg"], ["--method cg", "bicgstab"]),
    "unknown affinity": (["tasks", *GOOD, "--affinity", "firm"], ["--affinity firm", "nonstrict"]),
    "affinity in serial": (["serial", *GOOD, "--affinity", "strict"], ["--affinity strict", "serial"]),
    "node that doesn't exist": (["tasks", *GOOD, "--affinity", "strict", "--nodes", "4711"],
                                ["node 4711", "OMP_PLACES"]),
    "json nowhere": (["tasks", *GOOD, "--json", "/no/such/folder/x.json"], ["/no/such/folder/x.json"]),
    "input missing": (["tasks", "--input", "/no/such.mtx"], ["/no/such.mtx", "No such file"]),
    "input a folder": (["tasks", "--input", "/"], ["--input /", "directory"]),
}

HEADER = "%%MatrixMarket matrix coordinate real general\n"

# name: (text of the file, what the message has to contain)
FILES = {
    "empty": ("", ["a.mtx"]),
    "no header": ("3 3 1\n1 1 2.0\n", ["a.mtx", "MatrixMarket"]),
    "wrong header": ("%%MatrixMarket tensor coordinate real general\n3 3 1\n1 1 2.0\n", ["a.mtx", "tensor"]),
    "wrong field": ("%%MatrixMarket matrix coordinate quaternion general\n1 1 1\n1 1 2\n", ["a.mtx", "quaternion"]),
    "complex": ("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 2 3\n", ["a.mtx", "complex"]),
    "skew pattern": ("%%MatrixMarket matrix coordinate pattern skew-symmetric\n2 2 1\n2 1\n",
                     ["a.mtx", "skew-symmetric pattern"]),
    "skew diagonal": ("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 2\n1 1 1\n2 1 1\n",
                      ["a.mtx", "diagonal", "row 1", "skew-symmetric"]),
    "hermitian": ("%%MatrixMarket matrix coordinate real hermitian\n1 1 1\n1 1 1\n", ["a.mtx", "hermitian"]),
    "half an array cut off": ("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n", ["a.mtx", "2 values"]),
    "half of no square": ("%%MatrixMarket matrix array real symmetric\n2 3\n1\n2\n3\n4\n5\n6\n",
                          ["a.mtx", "2 rows and 3 columns"]),
    "not square": (HEADER + "3 4 1\n1 1 2.0\n", ["a.mtx", "3 rows and 4 columns", "not square"]),
    "no rows": (HEADER + "0 0 0\n", ["a.mtx", "no rows"]),
    "row outside": (HEADER + "2 2 1\n3 1 2.0\n", ["a.mtx", "Line 3"]),
    "column 0": (HEADER + "2 2 1\n1 0 2.0\n", ["a.mtx", "Line 3"]),
    "no value": (HEADER + "2 2 2\n1 1\n2 2 1.0\n", ["a.mtx", "Truncated"]),
    "value no number": (HEADER + "2 2 2\n1 1 two\n2 2 1.0\n", ["a.mtx", "Line 3"]),
    "too few entries": (HEADER + "2 2 2\n1 1 1.0\n", ["a.mtx"]),
    "value no finite number": (HEADER + "2 2 2\n1 1 1.0\n2 1 nan\n", ["a.mtx", "(2, 1)", "not a finite number"]),
    "value too large": (HEADER + "2 2 2\n1 1 1e999\n2 1 1\n", ["a.mtx"]),
    "rows beyond memory": (HEADER + "2147483646 2147483646 1\n1 1 1.0\n", ["memory", "--input"]),
    "promises much": (HEADER + "2 2 2000000000\n1 1 1.0\n", ["a.mtx", "2000000000"]),
    "not text": (bytes(range(128, 256)).decode("latin-1") * 8, ["a.mtx"]),
}


def cases(options, folder):
    (side, *_) = teams.sides(options)
    for name, (words, fragments) in COMMAND_LINES.items():
        yield name, lambda: teams.complaint(side, words, fragments)
    path = pathlib.Path(folder, "a.mtx")
    for name, (text, fragments) in FILES.items():
        path.write_text(text, encoding="latin-1")
        yield f"input: {name}", lambda: teams.complaint(side, ["tasks", "--parts", "1", "--input", path], fragments)
    # A rotation by a right angle: BiCGStab divides by 0 at once.
    path.write_text(HEADER + "2 2 2\n1 2 1.0\n2 1 -1.0\n")
    yield ("breaks down", lambda: teams.complaint(
        side, ["tasks", "--parts", "1", "--method", "bicgstab", "--input", path], ["residual", "--iters"], 1))


def main():
    with tempfile.TemporaryDirectory() as folder:
        teams.equal(cases(teams.arguments("spmv", __doc__).parse_args(), folder))


if __name__ == "__main__":
    main()
