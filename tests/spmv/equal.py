#!/usr/bin/env python3
"""Every variant of spmv gives the bits of serial: whatever the parts, the threads, the affinity, the
compiler and the runtime; and BiCGStab's residual, recomputed, is at most 1e-10.

Each run compares itself with serial (--check): a product with that of the matrix without parts,
BiCGStab with itself on one thread.
"""
import itertools
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "apps"))
import teams

KINDS = list(itertools.product(("for", "tasks"), ("none", "strict", "nonstrict")))
PARTS = [1, 3, 16, 40]
METHODS = ("product", "bicgstab")

# Not symmetric, an entry given twice, rows of different lengths, one with nothing but its diagonal.
GENERAL = """%%MatrixMarket matrix coordinate real general
% a comment
48 48 {count}
{entries}
"""
SYMMETRIC = """%%MatrixMarket matrix coordinate integer symmetric
5 5 8
1 1 4
2 2 5
3 3 6
4 4 7
5 5 8
2 1 -1
5 1 2
4 3 1
"""
# A pattern's values are ones.
PATTERN = """%%MatrixMarket matrix coordinate pattern general
6 6 11
1 1
2 2
3 3
4 4
5 5
6 6
2 1
4 1
4 3
5 2
6 5
"""
SKEW = """%%MatrixMarket matrix coordinate real skew-symmetric
6 6 6
2 1 -1.5
3 1 0.25
4 2 3
5 4 7.125
6 1 -2
6 5 0.5
"""
DENSE = """%%MatrixMarket matrix array real general
3 3
4
1
0
-1
5
2
0
1
6
"""


def general():
    entries = [f"{i} {i} 9.5" for i in range(1, 49)] + ["7 7 1.25"]
    entries += [f"{i} {1 + i * i % 48} {0.125 * i - 3}" for i in range(2, 48, 3)]
    entries += [f"{1 + i * 7 % 48} {i} -0.75" for i in range(1, 48, 2)]
    return GENERAL.format(count=len(entries), entries="\n".join(entries))


def matrices(folder):
    """Each with its most parts, and its methods: BiCGStab breaks down on a skew-symmetric one."""
    for name, text, most in (("general", general(), 40), ("symmetric", SYMMETRIC, 5), ("pattern", PATTERN, 6),
                             ("skew", SKEW, 6), ("dense", DENSE, 3)):
        path = pathlib.Path(folder, f"{name}.mtx")
        path.write_text(text)
        yield ["--input", path], most, ("product",) if name == "skew" else METHODS
    yield ["--laplace", "40"], 40, METHODS
    yield ["--laplace", "1"], 1, METHODS


def failure_of(side, variant, affinity, threads, words, solutions):
    result, wrong = teams.checked_run(side, threads, variant, *words, "--affinity", affinity)
    if wrong:
        return wrong
    if result["method"] == "bicgstab":
        if not result["residual"] <= 1e-10:
            return f"residual {result['residual']}"
        found = (result["iterations"], result["residual"])
        known = solutions.setdefault(tuple(map(str, words)), found)
        if found != known:
            return f"{found}, other runs have {known}"
    if result["affinity_known"] and affinity == "strict" and result["tasks_in_place"] != 1:
        return f"{result['tasks_in_place']} of the tasks ran where they were sent"
    return None


def cases(options, folder):
    solutions = {}
    problems = itertools.cycle(
        [*matrix, "--parts", min(parts, most), "--method", method, *(["--iters", 3] * (method == "product"))]
        for (matrix, most, methods), parts in itertools.product(list(matrices(folder)), PARTS)
        for method in methods)
    for side in teams.sides(options):
        for threads, (variant, affinity) in itertools.product((1, 2, 4, 8), KINDS):
            words = next(problems)
            yield (f"{side.name}, {variant}, {affinity}, {threads} threads, {words}",
                   lambda: failure_of(side, variant, affinity, threads, words, solutions))
        for words in itertools.islice(problems, 7):
            yield (f"{side.name}, serial, {words}",
                   lambda: failure_of(side, "serial", "none", 1, words, solutions))


def main():
    with tempfile.TemporaryDirectory() as folder:
        teams.equal(cases(teams.arguments("spmv", __doc__).parse_args(), folder))


if __name__ == "__main__":
    main()
