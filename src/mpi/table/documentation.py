"""Emits the tables of docs/mpi.md, where what stands above the first one is kept as written, and
docs/collectives.md."""

import c_wrappers
import measured
import table
import tampi_wrappers

MARK = "## Non-blocking collectives as measured"

MEASURED = """\
A blocking collective in a task gives what it gives outside on that MPI: `tests/mpi/as_blocking.c` compares
them all, bit by bit but for the order of floating-point sums, and for maxima and minima of NaNs and of zeros
of either sign ([collectives.md](collectives.md) has what was found). Not so MPI's own non-blocking forms, also without Tidemill: where they give something else
than its blocking ones, on the numbers of ranks in brackets. Don't bind or post those of other data yourself.
`tests/mpi/measure.sh FOLDER MPICC...` measures and makes this table; cases that are the same everywhere are left
out. "1 x n" and the like are grids; "edges twice": a rank names another one twice.
"""

COLLECTIVES = """\
# Collectives in a task, beside those outside

What a blocking collective in a task gives, beside the same call outside tasks on that MPI: every
collective, on the shapes of `tests/mpi/as_blocking.c`, in `MPI_COMM_WORLD`, a communicator of reversed
ranks and one of a single rank, twice each.

- *same*: the results, the gaps between the elements and the return codes, bit by bit.
- *order of a sum*: sums of floating-point numbers that differ by no more than another order of the terms.
- *NaN or sign of zero*: maxima and minima of a NaN, or of zeros of either sign, which depend on the order.
- *right, and wrong outside*: MPI's own blocking call gives wrong data; what a task gets was computed again.
- *other data*, *other code*: wrong. The test fails.

In brackets the numbers of ranks. "1 x n" and the like are grids; "edges twice": a rank names another one
twice. What is *many*, *few*, *one* or *no* element, *uneven*, *in place* or of a datatype with *gaps* is
counted as a case, and shares a row where all are the same.
`tests/mpi/measure.sh --tasks PREFIX FOLDER MPICC...` measures and makes this table.
"""

LEAD = """\
Made from `src/mpi/table/functions.txt`. What an MPI does not have is left out there; a large-count
form (`_c`, MPI-4) behaves as the function beside it. All `MPI_T_*` are local: they pass through.
What an MPI has beyond the standard (`MPIX_*`) is not wrapped: a task that blocks in it blocks its
thread. MPI is asked for `MPI_THREAD_MULTIPLE` where something loaded calls such a function.
"""

BEHAVIOUR = {
    "posts": "non-blocking; `TA{name}` binds it to the task",
    "starts": "non-blocking: passes through",
    "tests": "never blocks: passes through",
    "local": "local: passes through",
    "polled": "pauses the task until MPI's test of it succeeds",
    "helper": "pauses the task; a helper thread makes the call",
}

WRITTEN = {
    "MPI_Init": "passes through: the layer stays off, as no thread level was asked for",
    "MPI_Init_thread": "enables the layer for `MPI_TASK_MULTIPLE`, and for `MPI_THREAD_MULTIPLE` "
                       "under `tidemill run --task-aware`",
    "MPI_Session_init": "enables the layer for `thread_level` = `MPI_TASK_MULTIPLE`, and for "
                        "`MPI_THREAD_MULTIPLE` under `tidemill run --task-aware`",
    "MPI_Session_get_info": "the `thread_level` asked for, if it is provided",
    "MPI_Query_thread": "what `MPI_Init_thread` provided",
    "MPI_Finalize": "ends the layer after the functions of `MPI_COMM_SELF`'s attributes, unless a "
                    "session has it, too; names what is still pending",
    "MPI_Comm_set_errhandler": "passes through; the layer takes note",
    "MPI_Errhandler_set": "passes through; the layer takes note",
    "MPI_Session_finalize": "ends the layer with the last task-aware session, unless the world has "
                            "it, too",
    "MPI_Comm_free": "passes through; an opt-out ends",
    "MPI_Sendrecv": "pauses the task (`MPI_Irecv`, `MPI_Isend`)",
    "MPI_Sendrecv_replace": "pauses the task (`MPI_Irecv`, `MPI_Isend` of a packed copy)",
    "MPI_Wait": "pauses the task; `TAMPI_Iwait` binds it",
    "MPI_Waitall": "pauses the task; `TAMPI_Iwaitall` binds it",
    "MPI_Waitany": "pauses the task until one is complete",
    "MPI_Waitsome": "pauses the task until one is complete",
}


WAITS = {"openmpi": "; Open MPI may wait in it for the target: a helper thread makes it there",
         "mpich": "; MPICH may wait in it for another file's call: a helper thread makes it there"}


def behaviour(function):
    waits = [text for mpi, text in WAITS.items()
             if table.may_wait(function.name, function.kind, mpi)]
    return "".join([plain_behaviour(function), *waits])


def plain_behaviour(function):
    if function.name in c_wrappers.OF_MESSAGES:
        return ("pauses the task (messages while it is small, else "
                f"`{table.nonblocking_name(function.name)}`)")
    if function.name.startswith("MPI_Neighbor_") and function.kind == "iform":
        return (f"pauses the task (`{table.nonblocking_name(function.name)}`; where a rank is a neighbour "
                "twice a helper thread makes the call)")
    if function.kind == "iform":
        return f"pauses the task (`{table.nonblocking_name(function.name)}`)"
    if function.name == "MPI_Comm_disconnect":
        return BEHAVIOUR["helper"] + "; an opt-out ends"
    if function.name in c_wrappers.ANY_TIME:
        return "local: made where it stands"
    if function.kind == "written":
        return WRITTEN[function.name]
    if function.kind == "posts" and not tampi_wrappers.bindable(function):
        return "non-blocking: passes through"
    return BEHAVIOUR[function.kind].format(name=function.name)


def emit(functions, path):
    kept = path.read_text() if path.exists() else ""
    for heading in (MARK, "## Every function"):
        kept = kept.split(heading)[0]
    lines = [kept + MARK, "", MEASURED.rstrip(), "", *measured.table(measured.FILE), "", "## Every function", "",
             LEAD.rstrip()]
    section = None
    for function in functions:
        if function.section != section:
            section = function.section
            lines += ["", f"### {section}", "", "| function | `_c` | in a task |",
                      "| --- | --- | --- |"]
        large = "yes" if function.large else ""
        lines.append(f"| `{function.name}` | {large} | {behaviour(function)} |")
    return "\n".join(lines) + "\n"


def emit_collectives():
    return "\n".join([COLLECTIVES.rstrip(), "", *measured.table(measured.TASKS)]) + "\n"
