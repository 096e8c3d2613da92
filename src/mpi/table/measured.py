"""What tests/mpi/as_blocking.c measures of an MPI's collectives, beside its blocking ones outside tasks:
of its non-blocking ones, and of blocking ones in a task.

usage: measured.py RECORD...            made by `as_blocking nonblocking record`, on 1 to 4 ranks of an
                                        MPI: writes measured.txt, from which a table in docs/mpi.md is made
       measured.py --tasks RECORD...    made by `tidemill run --task-aware` of `as_blocking record`:
                                        writes tasks.txt, from which docs/collectives.md is made
An MPI without a record keeps its lines. tests/mpi/measure.sh makes the records, and calls this.
"""

import collections
import pathlib
import sys

FILE = pathlib.Path(__file__).with_name("measured.txt")
TASKS = pathlib.Path(__file__).with_name("tasks.txt")
COUNTS = """\
# Written by measured.py. "all" lines: how many cases were compared, on which numbers of ranks.
"""
HEADS = {
    FILE: f"""\
# Where an MPI's non-blocking collective gives something else than its blocking one, outside tasks.
{COUNTS}""",
    TASKS: f"""\
# What a blocking collective in a task gives, beside the same one outside tasks.
{COUNTS}""",
}
WORDS = {"data": "other data", "outside": "right, and wrong outside", "nan": "NaN or sign of zero", "order": "order of a sum", "code": "other code"}


def bare(shape):
    """Without how many elements there are, and how they lie."""
    for ending in (", in place, many", ", gaps, many", ", uneven, gaps", ", many", ", few", ", one",
                   ", none", ", gaps", ", in place", ", uneven"):
        if shape.endswith(ending):
            left = shape.removesuffix(ending)
            # These have gaps by themselves.
            own = ending.startswith(", gaps") and left.endswith(("commutative", "operator"))
            return f"{left}, gaps" if own else left
    return shape


def lines_of(file):
    if not file.exists():
        return []
    return [line for line in file.read_text().splitlines() if not line.startswith("#")]


def collect(file, paths):
    """The new text of `file`; of FILE without what is the same."""
    ranks, compared = collections.defaultdict(set), collections.defaultdict(set)
    for path in paths:
        for line in pathlib.Path(path).read_text().splitlines():
            fields = line.split("\t")
            if len(fields) != 5:
                continue
            library, size, collective, shape, word = fields
            compared[library].add((size, collective, shape))
            if word != "same" or file == TASKS:
                ranks[library, collective, bare(shape), word].add(size)
    kept = [line for line in lines_of(file) if line.removeprefix("all\t").split("\t")[0] not in compared]
    lines = [f"all\t{library}\t{len(cases)}\t{' '.join(sorted({c[0] for c in cases}))}"
             for library, cases in sorted(compared.items())]
    lines += ["\t".join([*key, " ".join(sorted(sizes))]) for key, sizes in sorted(ranks.items())]
    return HEADS[file] + "\n".join(sorted(kept + lines, key=lambda line: (not line.startswith("all\t"), line))) + "\n"


def table(file):
    """In Markdown: a row for each collective and case, a column for each MPI. What is not in FILE is the
    same."""
    absent = ["not compared"] if file == TASKS else []
    compared, cells = {}, collections.defaultdict(dict)
    for line in lines_of(file):
        fields = line.split("\t")
        if fields[0] == "all":
            compared[fields[1]] = f"{fields[2]} cases, {fields[3].replace(' ', ', ')} ranks"
            continue
        library, collective, shape, word, sizes = fields
        found = cells[collective, shape].setdefault(library, [])
        if word != "same":
            found.append(f"{WORDS[word]} ({sizes.replace(' ', ', ')})")
    libraries = sorted(compared)
    rows = ["| collective, case | " + " | ".join(libraries) + " |",
            "| --- |" + " --- |" * len(libraries),
            "| compared | " + " | ".join(compared[one] for one in libraries) + " |"]
    for (collective, shape), found in sorted(cells.items()):
        each = ["; ".join(found.get(one, absent)) or "same" for one in libraries]
        rows.append(f"| `{collective}`{', ' * bool(shape)}{shape} | " + " | ".join(each) + " |")
    return rows


if __name__ == "__main__":
    into = TASKS if sys.argv[1:2] == ["--tasks"] else FILE
    into.write_text(collect(into, sys.argv[1 + (into == TASKS):]))
