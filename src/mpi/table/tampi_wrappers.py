"""Emits TAMPI's operations: every non-blocking one of MPI, bound to the calling task.

tampi_wrappers.cpp for each MPI, and the header tampi_operations.h, which serves all MPIs and is
part of the source.
"""

import dataclasses

import c_wrappers
import table
from text import GENERATED, call, comment, wrapped

SOURCE_HEAD = """
{generated}
//
{about}
#include "c/wrapper.hpp"

using namespace tidemill::mpi;

extern "C" {{
"""

ABOUT = ("TAMPI_Isend and the like: MPI's non-blocking operations, bound to the completion of the "
         "calling task. The form of TAMPI 4 and, as NAME_with_request, that of TAMPI 1 to 3.")

HEADER_HEAD = """\
/* MPI's non-blocking operations, bound to the completion of the calling task. Include TAMPI.h.
 *
 * Generated from src/mpi/table/functions.txt by src/mpi/table/generate.py: do not edit.
 *
 * TAMPI_X is MPI_X without its request (TAMPI 4), or with it (TAMPI 1 to 3), told apart by the
 * number of arguments; *request becomes MPI_REQUEST_NULL. Operations with a status take it last.
 * What the MPI at hand does not have is missing from the library, too. */
/* clang-format off */
#include <TAMPI.h>

#ifndef TIDEMILL_TAMPI_OPERATIONS_H
#define TIDEMILL_TAMPI_OPERATIONS_H

#ifdef __cplusplus
extern "C" {
#endif
"""


def has_status(name):
    """Operations whose status tells what a caller cannot know: who sent, how much was moved."""
    base = name.removesuffix("_c")
    return base in ("MPI_Irecv", "MPI_Imrecv", "MPI_Isendrecv", "MPI_Isendrecv_replace") or \
        base.startswith("MPI_File_i")


def tampi_name(name):
    return "TA" + name


def forms(function):
    """(parameters without request, parameters with it), both with a status if there is one."""
    inputs = [p for p in function.parameters if p.name != "request"]
    request = [table.Parameter("MPI_Request*", "request")]
    status = [table.Parameter("MPI_Status*", "status")] if has_status(function.name) else []
    return inputs + status, inputs + request + status


def signature(name, parameters):
    return f"int {name}({', '.join(p.declared() for p in parameters)})"


def site(function):
    return c_wrappers.site(function, tampi_name(function.name))


# When nothing will come, and the blocking function that says so.
NOTHING = {"MPI_Irecv": ("source == MPI_PROC_NULL", "MPI_Recv"),
           "MPI_Imrecv": ("message && *message == MPI_MESSAGE_NO_PROC", "MPI_Mrecv")}


def without_posting(function):
    base = function.name.removesuffix("_c")
    if base not in NOTHING:
        return []
    condition, name = NOTHING[base]
    suffix = function.name.removeprefix(base)
    inputs = [p.name for p in function.parameters if p.name != "request"]
    receive = call(f"P{name}{suffix}", [*inputs, "status"])
    return [f"  if ({condition}) {{",
            "    return receive_nothing(written(status), [=] {",
            wrapped(f"return {receive};", 6, 10), "    });", "  }"]


def definition(function):
    name = tampi_name(function.name)
    bare, full = forms(function)
    status = "written(status)" if has_status(function.name) else "nullptr"
    posting = call("P" + function.name, [p.name for p in function.parameters])
    bind = f"bind_posted({site(function)}, {status}"
    if function.waits:
        bind = f"bind_posted_by_helper({site(function)}, {c_wrappers.order(function)}, {status}"
    return "\n".join([
        wrapped(signature(name, bare) + " {"),
        *without_posting(function),
        *function.notes(),
        wrapped(f"return {bind}, [&](MPI_Request* request) {{", 2, 6),
        wrapped(f"return {posting};", 4, 8),
        "  });", "}", "",
        wrapped(signature(name + "_with_request", full) + " {"),
        "  *request = MPI_REQUEST_NULL;",
        wrapped(f"return {call(name, [p.name for p in bare])};", 2, 6), "}"])


def bindable(function):
    """All that post, but the flushes of buffers: no data of the task's is on its way there."""
    return function.kind == "posts" and "iflush" not in function.name


def emit_source(functions):
    chosen = [function for function in functions if bindable(function)]
    definitions = "\n\n".join(definition(function) for function in chosen)
    head = SOURCE_HEAD.format(generated=GENERATED, about=comment(ABOUT)).lstrip()
    return f'{head}\n{definitions}\n\n}}  // extern "C"\n'


def large(function):
    """The large-count form of a table entry: counts are MPI_Count, displacements MPI_Aint."""
    def widened(p):
        counts = ("count", "sendcount", "recvcount", "sendcounts", "recvcounts", "recvcount",
                  "origin_count", "target_count", "result_count")
        displacements = ("displs", "sdispls", "rdispls")
        if p.name in counts:
            return dataclasses.replace(p, type=p.type.replace("MPI_Aint", "int").replace("int", "MPI_Count"))
        if p.name in displacements:
            return dataclasses.replace(p, type="const MPI_Aint")
        return p
    return dataclasses.replace(function, name=function.name + "_c",
                               parameters=tuple(widened(p) for p in function.parameters))


SINCE_MPI_4 = ("MPI_Isendrecv", "MPI_Isendrecv_replace", "MPI_Comm_idup_with_info")


def guarded(since_4, lines):
    return ["#if MPI_VERSION >= 4", *lines, "#endif"] if since_4 else lines


def emit_header(functions):
    posts = []
    for function in functions:
        if bindable(function):
            posts.append(function)
            if function.large:
                posts.append(large(function))
    new = [f for f in posts if f.name in SINCE_MPI_4 or f.name.endswith("_c")]
    groups = [(False, [f for f in posts if f not in new]), (True, new)]
    lines = [HEADER_HEAD]
    for since_4, group in groups:
        lines += guarded(since_4, [line for f in group for line in header_declarations(f)])
    lines.append("\n#ifdef __cplusplus\n} /* extern \"C\" */\n")
    for since_4, group in groups:
        lines += guarded(since_4, [line for f in group for line in header_overload(f)])
    lines.append("\n#else\n\n/* By the number of arguments; TAMPI_PICK and TAMPI_FORM are TAMPI.h's. */")
    for function in posts:
        lines += header_macros(function)
    lines.append("\n#endif\n\n#endif /* TIDEMILL_TAMPI_OPERATIONS_H */")
    return "\n".join(lines) + "\n"


def header_declarations(function):
    bare, full = forms(function)
    name = tampi_name(function.name)
    return [wrapped(signature(name, bare) + ";", 0, 4),
            wrapped(signature(name + "_with_request", full) + ";", 0, 4)]


def both_forms(function):
    """With the request: ours, and MPI's where there is no task."""
    _, full = forms(function)
    return (call(tampi_name(function.name) + "_with_request", [p.name for p in full]),
            call(function.name, [p.name for p in function.parameters]))


def header_overload(function):
    _, full = forms(function)
    unused = "(void)status; " if has_status(function.name) else ""
    ours, theirs = both_forms(function)
    body = f"  {unused}return TAMPI_FORM({ours}, {theirs});" if len(ours + theirs) < 60 else \
        f"  {unused}return TAMPI_FORM(\n      {ours},\n      {theirs});"
    return [wrapped("inline " + signature(tampi_name(function.name), full) + " {", 0, 4),
            body, "}"]


def header_macros(function):
    bare, full = forms(function)
    name = tampi_name(function.name)
    names = ", ".join(p.name for p in full)
    ours, theirs = both_forms(function)
    return [f"#define {name}(...) TAMPI_PICK({name}, __VA_ARGS__)",
            f"#define {name}_{len(bare)} ({name})",
            f"#define {name}_{len(full)}({names}) \\\n  TAMPI_FORM({ours}, \\\n             {theirs})"]
