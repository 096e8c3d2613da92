"""Emits the Fortran side: MPI's entry points (`mpi_send_`), TAMPI's (`tampi_isend_`), TAMPIf.h and
the module tampi.

Every Fortran argument is an address, so a wrapper hands on what it was given to MPI's own Fortran
entry points, which know handles, LOGICAL, MPI_IN_PLACE and strings; only requests and statuses are
looked at. Which entry points a program reaches MPI through, and which of them are C underneath,
differs (docs/mechanisms/mpi.md, "Fortran"): that is the FLAVOUR.
"""

import re

import c_wrappers
import table
import tampi_wrappers
from text import GENERATED, comment, wrapped

HEAD = """
{generated}
//
{about}
#include "fortran/wrapper.hpp"

using namespace tidemill::mpi;
using namespace tidemill::mpi::fortran;

// Both what is defined here and MPI's own, which is weak, are for others to see.
#pragma GCC visibility push(default)
extern "C" {{
"""

# Wrapped by hand in fortran/, under these names; `always` also where the layer is not enabled.
WRITTEN = {
    "MPI_Wait": "wait", "MPI_Waitall": "waitall", "MPI_Waitany": "waitany",
    "MPI_Waitsome": "waitsome", "MPI_Sendrecv": "sendrecv",
    "MPI_Sendrecv_replace": "sendrecv_replace",
}
ALWAYS = {
    "MPI_Init": "init", "MPI_Init_thread": "init_thread", "MPI_Query_thread": "query_thread",
    "MPI_Finalize": "finalize", "MPI_Comm_set_errhandler": "comm_set_errhandler",
    "MPI_Session_init": "session_init", "MPI_Session_finalize": "session_finalize",
    "MPI_Session_get_info": "session_get_info",
    "MPI_Comm_free": "comm_free",
}
# What uses persistent requests, and how it says so; of C: table.REQUESTS. (Those that wait are
# wrapped by hand.)
REQUESTS = {"MPI_Start": "note_start(1, request);",
            "MPI_Startall": "note_start(integer(count), array_of_requests);",
            "MPI_Pready": "channels.note_ready(request_of(request));",
            "MPI_Pready_list": "channels.note_ready(request_of(request));",
            "MPI_Pready_range": "channels.note_ready(request_of(request));",
            "MPI_Parrived": "note_waits(1, request);",
            "MPI_Request_free": "forget_request(request);"}
# Functions of MPICH's mpi_f08 that have an address as result, but no choice buffer.
NO_BUFFER = ("MPI_Buffer_detach", "MPI_Win_allocate", "MPI_Win_allocate_shared")

TESTS = {"MPI_Probe": ("iprobe", "source tag comm done status"),
         "MPI_Mprobe": ("improbe", "source tag comm done message status"),
         "MPI_Win_wait": ("win_test", "win done")}


class OpenMpi:
    """mpif.h, `use mpi` and mpi_f08 alike reach C through PMPI_*: all are intercepted. mpi_f08
    passes addresses as mpif.h does, and may leave ierror out. `use mpi` has other names for what
    returns memory as a C pointer."""

    WITH_C_POINTER = ("mpi_win_allocate", "mpi_win_allocate_shared")
    # Through C, by fortran/collectives.cpp: those that are mended there, and those of which Fortran's
    # non-blocking form doesn't know MPI_BOTTOM (its blocking one does).
    THROUGH_C = {"MPI_Alltoallv": "alltoallv", "MPI_Alltoallw": "alltoallw",
                 "MPI_Neighbor_alltoallw": "neighbor_alltoallw", "MPI_Reduce": "reduce"}

    def entries(self, lower):
        names = [lower, f"{lower}_cptr"] if lower in self.WITH_C_POINTER else [lower]
        forms = [form for n in names for form in (f"{n}_", n, f"{n}__", n.upper())]
        return [*forms, f"{lower}_f08_"]

    def original(self, lower):
        return f"p{lower}_"

    def wraps(self, function):
        return not function.large


class Mpich:
    """mpif.h and `use mpi`, and whatever of mpi_f08 has a choice buffer, call the C functions,
    which are intercepted already. The rest of mpi_f08 calls PMPI_*."""

    THROUGH_C = {}

    def entries(self, lower):
        return [self.f08(lower)]

    def original(self, lower):
        return "pmpir_" + self.f08(lower).removeprefix("mpi_")

    def f08(self, lower):
        return lower.removesuffix("_c") + ("_f08_large_" if lower.endswith("_c") else "_f08_")

    def wraps(self, function):
        base = function.name.removesuffix("_c")
        return base in NO_BUFFER or not any("void*" in p.type for p in function.parameters)


FLAVOURS = {"openmpi": OpenMpi(), "mpich": Mpich()}


def names_of(function):
    """Of the arguments before ierror; MPI_Init has none in Fortran."""
    if function.name in ("MPI_Init", "MPI_Init_thread"):
        return [name for name in function.arguments() if name not in ("argc", "argv")]
    return function.arguments()


def strings_of(function):
    """A character argument's length comes by value after all others."""
    return [f"{p.name}_length" for p in function.parameters if "char*" in p.type]


def order(function):
    """As in C, where the object comes as a Fortran handle."""
    text = c_wrappers.order(function).replace("*", "")
    match = re.fullmatch(r"order_of_(\w+)\((\w+)\)", text)
    kinds = {"accesses": "file", "accumulates": "win"}
    kind = kinds.get(match[1], match[1]) if match else ""
    return f"order_of_{match[1]}({kind}_of({match[2]}))" if match else text


def declared(name, arguments, strings=()):
    parameters = [f"void* {a}" for a in arguments] + ["MPI_Fint* ierror"]
    parameters += [f"size_t {s}" for s in strings]
    return f"void {name}({', '.join(parameters)})"


def entry_point(target):
    """MPI's entry point, to be called."""
    return f'own({target}, "{target}")'


def site(function, name=None):
    """As in C, of Fortran's handles and integers."""
    parts = [f'"{name or function.name}"']
    if function.has("comm"):
        parts.append("comm_of(comm)")
    elif function.name in c_wrappers.MAKERS:
        parts.append("comm_of(comm_old)")
    if function.has("comm"):
        peer = next((n for n in ("dest", "source") if function.has(n)), None)
        if peer and function.has("tag"):
            parts += [f"integer({peer})", "integer(tag)"]
    return "{" + ", ".join(parts) + "}"


def of_messages(function):
    """What collectives/operations.hpp takes, as C's."""
    converted = {"void*": "c_buffer", "MPI_Datatype": "type_of", "MPI_Op": "op_of", "int": "integer"}
    return [f"{converted[p.type.removeprefix('const ')]}({p.name})" for p in function.parameters
            if p.type != "MPI_Comm"]


def notes(function):
    lines = function.notes("comm_of(comm)", "integer({})")
    return lines + [f"  {REQUESTS[function.name]}"] if function.name in REQUESTS else lines


def is_only_noted(function):
    """It doesn't block, and the policy is told of it."""
    return (function.kind in ("posts", "starts", "tests")
            and bool(notes(function) or function.makes_persistent))


def noted_body(function, flavour):
    target = flavour.original(function.name.lower())
    enter = "inside_mpi_in_turn" if c_wrappers.CALLS_BACK.fullmatch(function.name) else "inside_mpi"
    passed = ", ".join([*names_of(function), "&code"])
    text = (f"  const int posted = {enter}([&] {{\n    MPI_Fint code = MPI_SUCCESS;\n"
            + wrapped(f"{entry_point(target)}({passed});", 4, 8) + "\n    return code;\n  });\n")
    if function.makes_persistent:
        ((kind, given),) = function.traffic("comm_of(comm)", "integer({})")
        text += ("  if (posted == MPI_SUCCESS) {\n"
                 + wrapped(f"channels.keep(request_of(request), channels.of_{kind}({given}));", 4, 8)
                 + "\n  }\n")
    return text + "  result = posted;"


def body(function, flavour):
    lower = function.name.lower()
    arguments = names_of(function)
    if is_only_noted(function):
        return [], noted_body(function, flavour)
    if function.name in WRITTEN:
        return [], wrapped(f"result = {WRITTEN[function.name]}({', '.join(arguments)});", 2, 6)
    if function.name in flavour.THROUGH_C:
        passed = ", ".join([site(function), *(a for a in arguments if a != "comm")])
        return [], wrapped(f"result = fortran::{flavour.THROUGH_C[function.name]}({passed});", 2, 6)
    if function.kind == "iform":
        target = flavour.original(table.nonblocking_name(function.name).lower())
        passed = [a for a in arguments if a != "status"]
        status = "written_status(status)" if "status" in arguments else "nullptr"
        own = c_wrappers.OF_MESSAGES.get(function.name)
        begin, on, converted, end = f"engine.wait_posted({site(function)}, {status}", "", "", ""
        handed = passed
        if function.name in c_wrappers.POSTED_MAKERS:
            begin = f"private_comms.make_by_posting({site(function)}"
            end = f", [&] {{ return comm_of({c_wrappers.made_comm(function)}); }}"
        elif c_wrappers.is_collective_iform(function):
            taken = of_messages(function) if own else []
            begin = f"{own or 'wait_collective'}({', '.join([site(function), *taken])}"
            on, converted = "MPI_Comm on, ", "    MPI_Fint on_handle = PMPI_Comm_c2f(on);\n"
            handed = ["&on_handle" if a == "comm" else a for a in passed]
        text = (wrapped(f"result = {begin}, [&]({on}MPI_Request* request) {{", 2, 6) + "\n"
                + converted + "    return posted(request, [&](MPI_Fint* handle, MPI_Fint* code) {\n"
                + wrapped(f"{entry_point(target)}({', '.join([*handed, 'handle', 'code'])});", 6, 10)
                + f"\n    }});\n  }}{end});")
        return [declared(target, [*passed, "handle"])], text
    if function.kind == "polled":
        short, passed = TESTS[function.name]
        target = flavour.original("mpi_" + short)
        passed = passed.split()
        text = (f"  result = engine.wait_until({site(function)}, [&](int* done) {{\n"
                "    MPI_Fint code = MPI_SUCCESS;\n"
                f"    {entry_point(target)}({', '.join(passed)}, &code);\n"
                "    return code;\n  });")
        return [declared(target, passed)], text
    noted = "  error_handlers.note(PMPI_Errhandler_f2c(integer(errhandler)));\n" \
        if function.has("errhandler") else ""
    if function.name == "MPI_Comm_disconnect":
        noted = "  engine.forget_comm(comm_of(comm));\n"
    return [], noted + in_helper(function, flavour, 2)


def in_helper(function, flavour, indent):
    target = flavour.original(function.name.lower())
    passed = [*names_of(function), "&code", *strings_of(function)]
    pad = " " * indent
    code = "after_file_open(code)" if function.name == "MPI_File_open" else "code"
    if function.name in c_wrappers.DIST_GRAPHS:
        code = "neighbours.after_dist_graph(code, comm_of(comm_dist_graph))"
    maker = function.name in c_wrappers.MAKERS
    by = "private_comms.make_by_helper" if maker else "engine.call_in_helper"
    end = f", [&] {{ return comm_of({c_wrappers.made_comm(function)}); }}" if maker else ""
    return (wrapped(f"result = {by}({site(function)}, {order(function)}, [&] {{", indent,
                    indent + 4) + "\n"
            f"{pad}  MPI_Fint code = MPI_SUCCESS;\n"
            + wrapped(f"{entry_point(target)}({', '.join(passed)});", indent + 2, indent + 6)
            + f"\n{pad}  return {code};\n{pad}}}{end});")


def definition(function, flavour):
    lower = function.name.lower()
    arguments, strings = names_of(function), strings_of(function)
    entry, *aliases = flavour.entries(lower)
    lines = []
    if function.name in ALWAYS:
        passed = arguments
        if function.name.startswith("MPI_Session"):
            lines.append(wrapped(f"[[gnu::weak]] {declared(flavour.original(lower), arguments)};"))
            passed = [entry_point(flavour.original(lower)), *arguments]
        if function.name == "MPI_Session_init":
            get_info = flavour.original("mpi_session_get_info")
            lines.append(f"[[gnu::weak]] {declared(get_info, ['session', 'info'])};")
            passed.insert(1, entry_point(get_info))
        lines += [wrapped(declared(entry, arguments) + " {"), "  Result result(ierror);",
                  wrapped(f"result = fortran::{ALWAYS[function.name]}({', '.join(passed)});", 2, 6),
                  "}"]
    else:
        needed, text = body(function, flavour)
        original = flavour.original(lower)
        for declaration in [declared(original, arguments, strings), *needed]:
            lines.append(wrapped(f"[[gnu::weak]] {declaration};"))
        passed = [*arguments, "result", *strings]
        unaware = [f'    return watched("{function.name}", [&] {{',
                   wrapped(f"{entry_point(original)}({', '.join(passed)});", 6, 10), "    });"]
        if is_only_noted(function):
            unaware = [wrapped(f"return {entry_point(original)}({', '.join(passed)});", 4, 8)]
        lines += [wrapped(declared(entry, arguments, strings) + " {"), "  Result result(ierror);",
                  *(["  kept_blocking.meet();"] if function.name in c_wrappers.MEETING else []),
                  "  if (!task_aware()) {", *unaware, "  }"]
        lines += notes(function)
        if c_wrappers.is_collective_iform(function):
            kept = c_wrappers.kept_blocking(function, "comm_of(comm)")
            lines += [f"  if ({kept}) [[unlikely]] {{",
                      in_helper(function, flavour, 4), "    return;", "  }"]
        lines += [text, "}"]
    lines += [f'[[gnu::alias("{entry}")]] decltype({entry}) {alias};' for alias in aliases]
    return "\n".join(lines)


def emit_entries(functions, flavour):
    about = ("MPI's entry points for Fortran that do not pass through the C functions, for the calls "
             "that may block, and those by which tasks send and receive.")
    kinds = ("iform", "polled", "helper")
    chosen = [f for f in functions
              if (f.kind in kinds or f.waits or f.name in WRITTEN or f.name in ALWAYS
                  or is_only_noted(f))
              and flavour.wraps(f)]
    definitions = "\n\n".join(definition(f, flavour) for f in chosen)
    head = HEAD.format(generated=GENERATED, about=comment(about)).lstrip()
    return f'{head}\n{definitions}\n\n}}  // extern "C"\n#pragma GCC visibility pop\n'


def buffers_of(function):
    return [p.name for p in function.parameters if "void*" in p.type]


def in_fortran(function):
    """Fortran has no large-count form of TAMPI's operations."""
    return tampi_wrappers.bindable(function) and not function.name.endswith("_c")


NOTHING_RECEIVED = [
    "  if (integer(source) == MPI_PROC_NULL) {",
    "    *static_cast<MPI_Fint*>(request) = PMPI_Request_c2f(MPI_REQUEST_NULL);",
    "    result = receive_nothing(written_status(status), comm_of(comm));",
    "    return;", "  }"]


def tampi_definition(function):
    target = "p" + function.name.lower() + "_"
    name = "ta" + function.name.lower()
    inputs = [p.name for p in function.parameters if p.name != "request"]
    status = ["status"] if tampi_wrappers.has_status(function.name) else []
    buffers = buffers_of(function)
    written = "written_status(status)" if status else "nullptr"
    binding = "bind_posted_by_helper" if function.waits else "bind_posted"
    where = site(function, "TA" + function.name)
    passed = [f"choice({a})" if a in buffers else a for a in inputs]
    if function.waits:
        where += f", {order(function)}"
    lines = [wrapped(f"[[gnu::weak]] {declared(target, [*inputs, 'request'])};"),
             wrapped(declared(name + "_", [*inputs, "request", *status]) + " {"),
             "  Result result(ierror);",
             *(NOTHING_RECEIVED if function.name == "MPI_Irecv" else []),
             *function.notes("comm_of(comm)", "integer({})"),
             f"  result = {binding}({where}, {written}, request,",
             "                       [&](MPI_Fint* handle, MPI_Fint* code) {",
             wrapped(f"{entry_point(target)}({', '.join([*passed, 'handle', 'code'])});", 25, 29),
             "                       });", "}",
             wrapped(declared(name + "_norequest_", [*inputs, *status]) + " {"),
             "  MPI_Fint request = 0;",
             wrapped(f"{name}_({', '.join([*inputs, '&request', *status, 'ierror'])});", 2, 6), "}"]
    for entry, alias in ((f"{name}_", f"{name}__"), (f"{name}_", f"{name}_f08_"),
                         (f"{name}_norequest_", f"{name}_norequest_f08_")):
        lines.append(f'[[gnu::alias("{entry}")]] decltype({entry}) {alias};')
    return "\n".join(lines)


def emit_tampi(functions):
    about = "TAMPI's operations for Fortran, through MPI's entry points for mpif.h."
    definitions = "\n\n".join(tampi_definition(f) for f in functions if in_fortran(f))
    head = HEAD.format(generated=GENERATED, about=comment(about)).lstrip()
    return f'{head}\n{definitions}\n\n}}  // extern "C"\n#pragma GCC visibility pop\n'


def emit(functions, flavour):
    return {"fortran_entries.cpp": emit_entries(functions, FLAVOURS[flavour]),
            "fortran_tampi.cpp": emit_tampi(functions)}


# ---- Committed files ----------------------------------------------------------------------------

TAMPIF_HEAD = """\
! Tidemill's task-aware MPI for Fortran, under the names of the Task-Aware MPI library. For a
! preprocessed source: #include "TAMPIf.h" at its beginning, beside `include 'mpif.h'`, `use mpi` or
! `use mpi_f08` in the program units; then call TAMPI_Iwait, TAMPI_Isend, ... as external
! procedures. With -fopenmp they bind to the task (the forms of TAMPI 1 to 3, with a request);
! without it they are MPI's own. `use tampi` gives explicit interfaces, and the forms of TAMPI 4.
!
! Generated from src/mpi/table/functions.txt by src/mpi/table/generate.py: do not edit.
#ifndef TAMPIF_H
#define TAMPIF_H

#define MPI_TASK_MULTIPLE (MPI_THREAD_MULTIPLE + 1)

#define TAMPI_PROPERTY_BLOCKING_MODE 1
#define TAMPI_PROPERTY_NONBLOCKING_MODE 2
#define TAMPI_PROPERTY_AUTO_INIT 3
#define TAMPI_PROPERTY_THREAD_TASKAWARE 4

#if !defined(_OPENMP) && !defined(_OMPSS_2)
"""


def spellings(name):
    return [name, name.upper(), name.lower(), "TAMPI_" + name[6:].lower()]


def emit_tampif(functions):
    lines = [TAMPIF_HEAD.rstrip()]
    for function in [f for f in functions if in_fortran(f)]:
        name = "TA" + function.name
        if tampi_wrappers.has_status(function.name):
            arguments = [p.name for p in function.parameters]
            left = ",".join([*arguments, "status", "ierror"])
            right = ",".join([*arguments, "ierror"])
            lines += [f"#define {s}({left}) {function.name}({right})"
                      for s in dict.fromkeys(spellings(name))]
        else:
            lines += [f"#define {s} {function.name}" for s in dict.fromkeys(spellings(name))]
    for name in ("TAMPI_Wait", "TAMPI_Waitall"):
        lines += [f"#define {s} {name[2:]}" for s in dict.fromkeys(spellings(name))]
    for name in ("TAMPI_Iwait", "TAMPI_Iwaitall"):
        lines += [f"#define {s} MPI_{name[7:].capitalize()}"
                  for s in dict.fromkeys(spellings(name))]
    lines += ["", "#endif", "", "#endif"]
    return "\n".join(lines) + "\n"


MODULE_HEAD = """\
! The module tampi: explicit interfaces to the Fortran side of TAMPI.h, for `use mpi` (INTEGER
! handles) and `use mpi_f08` (derived types) alike. TAMPI_X is MPI_X with its request (TAMPI 1 to 3)
! or without it (TAMPI 4); operations that have a status take it before ierror. Constants and
! interfaces only: nothing of it is linked.
!
! Buffers have to be contiguous, also where MPI_SUBARRAYS_SUPPORTED is .true.: the compiler copies a
! section that isn't, for the call alone. MPI_Irecv and then TAMPI_Iwait takes any there.
!
! Generated from src/mpi/table/functions.txt by src/mpi/table/generate.py: do not edit.
module tampi
  use mpi_f08, only: MPI_THREAD_MULTIPLE, MPI_ADDRESS_KIND, MPI_OFFSET_KIND, MPI_COUNT_KIND, &
    MPI_STATUS_SIZE, MPI_Comm, MPI_Datatype, MPI_File, MPI_Info, MPI_Message, MPI_Op, &
    MPI_Request, MPI_Status, MPI_Win
  implicit none
  private
  integer, parameter, public :: MPI_TASK_MULTIPLE = MPI_THREAD_MULTIPLE + 1
  integer, parameter, public :: TAMPI_PROPERTY_BLOCKING_MODE = 1
  integer, parameter, public :: TAMPI_PROPERTY_NONBLOCKING_MODE = 2
  integer, parameter, public :: TAMPI_PROPERTY_AUTO_INIT = 3
  integer, parameter, public :: TAMPI_PROPERTY_THREAD_TASKAWARE = 4
"""

KINDS = {"MPI_Aint": "integer(MPI_ADDRESS_KIND)", "MPI_Offset": "integer(MPI_OFFSET_KIND)",
         "MPI_Count": "integer(MPI_COUNT_KIND)"}


def fortran_type(parameter, f08):
    base = parameter.type.removeprefix("const ").rstrip("*")
    if parameter.handle and f08:
        return f"type(MPI_{parameter.handle})"
    return KINDS.get(base, "integer")


def interface(name, symbol, arguments, declarations, imports, f08):
    ierror = "integer, optional :: ierror" if f08 else "integer :: ierror"
    text = [f"    subroutine {name}({', '.join([*arguments, 'ierror'])}) &"]
    text = [wrap_fortran(f"    subroutine {name}({', '.join([*arguments, 'ierror'])}) "
                         f'bind(C, name="{symbol}")')]
    if imports:
        text.append(wrap_fortran("      import :: " + ", ".join(imports)))
    text += ["      " + d for d in [*declarations, ierror]]
    text.append(f"    end subroutine {name}")
    return "\n".join(text)


def wrap_fortran(text):
    lines, line = [], ""
    for piece in text.replace(", ", ",\0 ").split("\0"):
        if len(line) + len(piece) > 96:
            lines.append(line + " &")
            line = "       " + piece
        else:
            line += piece
    return "\n".join([*lines, line])


def module_interfaces(function):
    name = "TA" + function.name
    texts = []
    for f08 in (False, True):
        for with_request in (True, False):
            parameters = [p for p in function.parameters if p.name != "request" or with_request]
            arguments, declarations, imports = [], [], []
            for p in parameters:
                arguments.append(p.name)
                if "void*" in p.type:
                    declarations.append(f"!GCC$ attributes no_arg_check :: {p.name}")
                    declarations.append(f"type(*), dimension(*) :: {p.name}")
                    continue
                kind = fortran_type(p, f08)
                if "(" in kind:
                    imports.append(kind[kind.index("(") + 1:-1])
                declarations.append(f"{kind} :: {p.name}{'(*)' if p.array else ''}")
            if tampi_wrappers.has_status(function.name):
                arguments.append("status")
                declarations.append("type(MPI_Status) :: status" if f08 else
                                    "integer :: status(*)")
                imports += ["MPI_Status"] if f08 else []
            suffix = ("" if with_request else "_norequest") + ("_f08" if f08 else "")
            symbol = "ta" + function.name.lower() + suffix + "_"
            texts.append(interface(name + suffix + ("" if f08 else "_mpi"), symbol, arguments,
                                   declarations, list(dict.fromkeys(imports)), f08))
    return name, texts


FIXED = """\
  public :: TAMPI_Iwait, TAMPI_Iwaitall, TAMPI_Wait, TAMPI_Waitall
  interface TAMPI_Iwait
{iwait}
  end interface
  interface TAMPI_Iwaitall
{iwaitall}
  end interface
  interface TAMPI_Wait
{wait}
  end interface
  interface TAMPI_Waitall
{waitall}
  end interface

  public :: TAMPI_Init, TAMPI_Finalize, TAMPI_Property_get, TAMPI_Property_set
  public :: TAMPI_Blocking_enabled, TAMPI_Nonblocking_enabled
  interface
    subroutine TAMPI_Init(required, provided, ierror) bind(C, name="tampi_init_")
      integer :: required, provided
      integer, optional :: ierror
    end subroutine TAMPI_Init
    subroutine TAMPI_Finalize(ierror) bind(C, name="tampi_finalize_")
      integer, optional :: ierror
    end subroutine TAMPI_Finalize
    subroutine TAMPI_Property_get(property, value, ierror) bind(C, name="tampi_property_get_")
      integer :: property, value
      integer, optional :: ierror
    end subroutine TAMPI_Property_get
    subroutine TAMPI_Property_set(property, value, ierror) bind(C, name="tampi_property_set_")
      integer :: property, value
      integer, optional :: ierror
    end subroutine TAMPI_Property_set
    subroutine TAMPI_Blocking_enabled(flag, ierror) bind(C, name="tampi_blocking_enabled_")
      integer :: flag
      integer, optional :: ierror
    end subroutine TAMPI_Blocking_enabled
    subroutine TAMPI_Nonblocking_enabled(flag, ierror) bind(C, name="tampi_nonblocking_enabled_")
      integer :: flag
      integer, optional :: ierror
    end subroutine TAMPI_Nonblocking_enabled
  end interface
"""


def wait_interfaces(name, many):
    texts = []
    for f08 in (False, True):
        request = "type(MPI_Request)" if f08 else "integer"
        status = "type(MPI_Status)" if f08 else "integer"
        imports = ["MPI_Request", "MPI_Status"] if f08 else []
        if many:
            arguments = ["count", "requests", "statuses"]
            # A generic name wants the rank that `use mpi` gives MPI_STATUSES_IGNORE.
            bounds = "*" if f08 else "MPI_STATUS_SIZE, *"
            imports = imports or ["MPI_STATUS_SIZE"]
            declarations = ["integer :: count", f"{request} :: requests(*)",
                            f"{status} :: statuses({bounds})"]
        else:
            arguments = ["request", "status"]
            declarations = [f"{request} :: request",
                            f"{status} :: status" + ("" if f08 else "(*)")]
        suffix = "_f08" if f08 else ""
        texts.append(interface(name + (suffix or "_mpi"), name.lower() + suffix + "_", arguments,
                               declarations, imports, f08))
    return "\n".join(texts)


def emit_module(functions):
    lines = [MODULE_HEAD, FIXED.format(iwait=wait_interfaces("TAMPI_Iwait", False),
                                       iwaitall=wait_interfaces("TAMPI_Iwaitall", True),
                                       wait=wait_interfaces("TAMPI_Wait", False),
                                       waitall=wait_interfaces("TAMPI_Waitall", True))]
    for function in [f for f in functions if in_fortran(f)]:
        name, texts = module_interfaces(function)
        lines.append(f"  public :: {name}\n  interface {name}\n" + "\n".join(texts)
                     + "\n  end interface\n")
    lines.append("end module tampi\n")
    return "\n".join(lines)


def committed(functions):
    return {"include/TAMPIf.h": emit_tampif(functions)}
