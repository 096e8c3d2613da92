"""What tests/mpi/as_blocking.c measures of an MPI's non-blocking collectives, beside its blocking ones.

usage: measured.py RECORD...    made by `as_blocking nonblocking record`, on 1 to 4 ranks of an MPI:
                                writes measured.txt, from which the table in docs/mpi.md is made.
                                An MPI without a record keeps its lines.

tests/mpi/measure.sh makes the records, and calls this.
"""

import collections
import pathlib
import sys

FILE = pathlib.Path(__file__).with_name("measured.txt")
HEAD = """\
# Where an MPI's non-blocking collective gives something else than its blocking one, outside tasks.
# Written by measured.py. "all" lines: how many cases were compared, on which numbers of ranks.
"""
WORDS = {"data": "other data", "nan": "NaN or sign of zero", "order": "order of a sum", "code": "other code"}


def bare(shape):
    """Without how many elements there are, and how they lie."""
    for ending in (", in place, many", ", gaps, many", ", uneven, gaps", ", many", ", few", ", one",
                   ", none", ", gaps", ", in place", ", uneven"):
        if shape.endswith(ending) and not shape.endswith(("commutative, gaps", "operator, gaps")):
            return shape.removesuffix(ending)
    return shape


def collect(paths):
    ranks, compared = collections.defaultdict(set), collections.defaultdict(set)
    for path in paths:
        for line in pathlib.Path(path).read_text().splitlines():
            fields = line.split("\t")
            if len(fields) != 5:
                continue
            library, size, collective, shape, word = fields
            compared[library].add((size, collective, shape))
            if word != "same":
                ranks[library, collective, bare(shape), word].add(size)
    kept = [line for line in FILE.read_text().splitlines() if not line.startswith("#")
            and line.removeprefix("all\t").split("\t")[0] not in compared]
    lines = [f"all\t{library}\t{len(cases)}\t{' '.join(sorted({c[0] for c in cases}))}"
             for library, cases in sorted(compared.items())]
    lines += ["\t".join([*key, " ".join(sorted(sizes))]) for key, sizes in sorted(ranks.items())]
    return HEAD + "\n".join(sorted(kept + lines, key=lambda line: (not line.startswith("all\t"), line))) + "\n"


def table():
    """docs/mpi.md's, in Markdown."""
    compared, cells = {}, collections.defaultdict(dict)
    for line in FILE.read_text().splitlines():
        fields = line.split("\t")
        if line.startswith("#"):
            continue
        if fields[0] == "all":
            compared[fields[1]] = f"{fields[2]} cases, {fields[3].replace(' ', ', ')} ranks"
        else:
            library, collective, shape, word, sizes = fields
            cells[collective, shape].setdefault(library, []).append(
                f"{WORDS[word]} ({sizes.replace(' ', ', ')})")
    libraries = sorted(compared)
    rows = ["| collective, case | " + " | ".join(libraries) + " |",
            "| --- |" + " --- |" * len(libraries),
            "| compared | " + " | ".join(compared[one] for one in libraries) + " |"]
    for (collective, shape), found in sorted(cells.items()):
        each = ["; ".join(found.get(one, ["same"])) for one in libraries]
        rows.append(f"| `{collective}`, {shape} | " + " | ".join(each) + " |")
    return rows


if __name__ == "__main__":
    FILE.write_text(collect(sys.argv[1:]))
