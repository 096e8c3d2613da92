"""Emits the C wrappers, MPI_Send and the like, in terms of c/wrapper.hpp: one file for each class of
the table. Each starts with the one branch a program pays that never asked for task-awareness."""

import re

import table
from text import GENERATED, call, comment, wrapped

HEAD = """
{generated}
//
{about}
#include "c/wrapper.hpp"

using namespace tidemill::mpi;

extern "C" {{
"""

ABOUT = {
    "iform": "The blocking calls with a non-blocking form: posted by that, and waited for.",
    "polled": "The blocking calls of which MPI offers only a test.",
    "helper": "The calls that may block and that MPI cannot start and test: a helper thread makes "
              "them.",
    "written": "The calls that are more than a translation, handed to their functions in c/.",
    "posts": "The non-blocking calls, made inside MPI.",
    "starts": "The calls that start what is waited for elsewhere, made inside MPI.",
    "tests": "The tests, made inside MPI.",
    "local": "The local calls, made inside MPI: it may know of one thread at a time only. But those "
             "that MPI lets any thread make at any time are made where they stand.",
}

# The test of a polled call, by what it takes.
TESTS = {
    "MPI_Probe": "PMPI_Iprobe(source, tag, comm, done, status)",
    "MPI_Mprobe": "PMPI_Improbe(source, tag, comm, done, message, status)",
    "MPI_Win_wait": "PMPI_Win_test(win, done)",
}

# When a call cannot block whatever happens: MPI's own, as not every MPI gives its non-blocking
# receive the status that belongs to MPI_PROC_NULL.
NEVER_BLOCKS = {
    "MPI_Recv": "source == MPI_PROC_NULL",
    "MPI_Mrecv": "message && *message == MPI_MESSAGE_NO_PROC",
    "MPI_Probe": "source == MPI_PROC_NULL",
    "MPI_Mprobe": "source == MPI_PROC_NULL",
}

# Local calls that any thread may make at any time, before MPI_Init and after MPI_Finalize; or must.
# And the one whose answer depends on the thread that makes it.
ANY_TIME = ("MPI_Abort", "MPI_Abi_get_version", "MPI_Finalized", "MPI_Get_library_version",
            "MPI_Get_version", "MPI_Initialized", "MPI_Is_thread_main", "MPI_Wtick", "MPI_Wtime",
            "MPI_Aint_add", "MPI_Aint_diff")

# Not wrapped: a wrapper cannot hand on what follows the dots; and conversions that MPICH keeps in its
# Fortran library, which a C program does not have.
NOT_WRAPPED = ("MPI_Pcontrol", "MPI_Status_c2f08", "MPI_Status_f082c", "MPI_Status_f082f",
               "MPI_Status_f2f08")

# Made by the calling thread itself, in its turn, as MPI may call a function of the program's: an
# attribute's, a reduction. Not a posted reduction, which MPI makes at any time.
CALLS_BACK = re.compile(
    "MPI_((Comm|Type|Win)_(set|delete)_attr|Attr_(put|delete)|(Comm|Type|Win)_free|Type_dup"
    "|Comm_idup(_with_info)?|Reduce_local|(Comm|File|Session|Win)_call_errhandler)(_c)?")
# After these all other calls may, too: for an error handler; for a generalized request, where
# MPI_Test takes one that is complete; for a file's data. The engine knows, and does the same.
NOTED = {
    "MPI_Win_set_errhandler": "error_handlers.note_function(errhandler);",
    "MPI_File_set_errhandler": "error_handlers.note_function(errhandler);",
    "MPI_Session_set_errhandler": "error_handlers.note_function(errhandler);",
    "MPI_Grequest_start": "note_functions();",
    "MPI_Register_datarep": "note_functions();",
    "MPI_Op_create": "posting_stack.give_up();",  # posted reductions call it at any time
}

CONVERSION = re.compile("_(c2f|f2c|toint|fromint)$")

# Collectives without a non-blocking form run one after the other on their object; what is left may
# wait for another rank's call on the same one, so each goes at once.
ORDERED_ON_WIN = ("MPI_Win_fence", "MPI_Win_free", "MPI_Win_set_info")
# Not collective over their communicator; tasks may create groups' communicators side by side, told
# apart by their tags.
UNORDERED_ON_COMM = ("MPI_Comm_detach_buffer", "MPI_Comm_accept", "MPI_Comm_connect",
                     "MPI_Comm_create_group")

# Made of messages while they are small: the functions of collectives/operations.hpp, which take all
# arguments but the communicator, and those of the non-blocking form.
OF_MESSAGES = {f"MPI_{name.capitalize()}": name
               for name in ("allgather", "allreduce", "alltoall", "barrier", "bcast", "reduce")}

# Posted by the classes of collectives/mended_forms.hpp where Function.mended says so.
MENDED_FORMS = {"MPI_Alltoallv": "AlltoallvForm", "MPI_Alltoallw": "AlltoallwForm",
                "MPI_Reduce": "ReduceForm"}

WRITTEN = {
    "MPI_Wait": """\
  if (generalized_requests.is(request)) [[unlikely]]
    return generalized_requests.wait(request, written(status), {site});
  return engine.wait_one(request, written(status), {site});""",
    "MPI_Waitall": "return engine.wait_all(count, array_of_requests, "
                   "all_written(array_of_statuses), {site});",
    "MPI_Waitany": "return engine.wait_any(count, array_of_requests, indx, written(status), {site});",
    "MPI_Waitsome": "return engine.wait_some(incount, array_of_requests, outcount, "
                    "array_of_indices, all_written(array_of_statuses), {site});",
    "MPI_Sendrecv": """\
  const int result = engine.wait_posted_pair({site}, written(status),
                                             [=](MPI_Request* receive, MPI_Request* send) {{
    return post_pair(
        is_wrong_send(sendcount, sendtype, dest, sendtag, comm),
        [&] {{ return PMPI_Irecv{c}(recvbuf, recvcount, recvtype, source, recvtag, comm, receive); }},
        [&] {{ return PMPI_Isend{c}(sendbuf, sendcount, sendtype, dest, sendtag, comm, send); }},
        receive, send);
  }});
  return received_from(source, comm, status, result);""",
    "MPI_Sendrecv_replace": """\
  PackedCopy copy;
  const int result = engine.wait_posted_pair({site}, written(status),
                                             [=, &copy](MPI_Request* receive, MPI_Request* send) {{
    {count} size = 0;
    const int code = PMPI_Pack_size{c}(count, datatype, comm, &size);
    if (code != MPI_SUCCESS) return code;
    {count} packed = 0;
    const PackSource from(buf, datatype);
    if (from.is_null() && count > 0)  // to be refused, which MPI_Pack may not do
      return PMPI_Irecv{c}(buf, count, datatype, source, recvtag, comm, receive);
    const int packing =
        PMPI_Pack{c}(from.buffer(), count, from.type(), copy.room(size), size, &packed, comm);
    if (packing != MPI_SUCCESS) return packing;
    return post_pair(
        is_wrong_send(packed, MPI_PACKED, dest, sendtag, comm),
        [&] {{ return PMPI_Irecv{c}(buf, count, datatype, source, recvtag, comm, receive); }},
        [&] {{ return PMPI_Isend{c}(copy.data(), packed, MPI_PACKED, dest, sendtag, comm, send); }},
        receive, send);
  }});
  return received_from(source, comm, status, result);""",
}
# Theirs is the first branch, too: they are called whether the layer is enabled or not.
HANDED_ON = {
    "MPI_Init": "return init(argc, argv);",
    "MPI_Init_thread": "return init_thread(argc, argv, required, provided);",
    "MPI_Query_thread": "return query_thread(provided);",
    "MPI_Finalize": "return finalize();",
    "MPI_Session_init": "return session_init(&PMPI_Session_init, &PMPI_Session_get_info, info, "
                        "errhandler, session);",
    "MPI_Session_get_info": "return session_get_info(&PMPI_Session_get_info, session, info_used);",
    "MPI_Session_finalize": "return session_finalize(&PMPI_Session_finalize, session);",
    "MPI_Comm_set_errhandler": "return error_handlers.set(comm, errhandler);",
    "MPI_Errhandler_set": "return error_handlers.set(comm, errhandler);",
    "MPI_Comm_free": "return comm_free(comm);",
}


# After these there may be a communicator that engine/kept_blocking.hpp is about: an intercommunicator,
# or one with processes of another MPI_COMM_WORLD. The last three bring those another rank has met.
MEETING = ("MPI_Comm_spawn", "MPI_Comm_spawn_multiple", "MPI_Comm_accept", "MPI_Comm_connect",
           "MPI_Comm_join", "MPI_Intercomm_create", "MPI_Intercomm_create_from_groups",
           "MPI_Comm_create_from_group")


def is_collective_iform(function):
    """On a communicator: what engine/kept_blocking.hpp is about."""
    return (function.kind == "iform" and function.has("comm") and "buffer" not in function.name
            and not any(function.has(name) for name in ("dest", "source", "tag")))


# On which some ranks have to agree when they are made: engine/neighbours.hpp.
DIST_GRAPHS = ("MPI_Dist_graph_create", "MPI_Dist_graph_create_adjacent")


def kept_blocking(function, comm):
    if function.name.startswith("MPI_Neighbor_"):
        return f"kept_blocking.applies({comm}) || neighbours.any_twice({comm})"
    return f"kept_blocking.applies({comm})"


def site(function, name=None):
    """The CallSite: whose error handler a failure runs, and whom a message goes to or comes from."""
    parts = [f'"{name or function.name}"']
    comm = next((p.name for p in function.parameters if p.type == "MPI_Comm"), None)
    if comm:
        parts.append(comm)
        peer = next((n for n in ("dest", "source") if function.has(n)), None)
        if peer and function.has("tag"):
            parts += [peer, "tag"]
    return "{" + ", ".join(parts) + "}"


def order(function):
    """Which calls of a helper go one after the other."""
    base = function.name.removesuffix("_c")
    by_value = {p.type: p.name for p in function.parameters}
    if base in table.ACCUMULATES:
        return "order_of_accumulates(win)"
    if base in ORDERED_ON_WIN:
        return "order_of_win(win)" if "MPI_Win" in by_value else "order_of_win(*win)"
    if (re.fullmatch(r"MPI_File_(i?(read|write)(_at|_shared)?|get_position_shared)", base)
            or function.kind == "local"):
        return f"order_of_accesses({by_value['MPI_File']})"
    if "MPI_File" in by_value:
        return f"order_of_file({by_value['MPI_File']})"
    if base == "MPI_File_close":
        return "order_of_file(*fh)"
    if base == "MPI_Comm_disconnect":
        return "order_of_comm(*comm)"
    if "MPI_Comm" in by_value and base not in UNORDERED_ON_COMM:
        first = next(p.name for p in function.parameters if p.type == "MPI_Comm")
        return f"order_of_comm({first})"
    return "kUnordered"


def plain(function):
    return call("P" + function.name, function.arguments())


def returned(statement, indent=2):
    return wrapped(f"return {statement};", indent, indent + 4)


def returned_if(condition, statement):
    short = f"  if ({condition}) return {statement};"
    return short if len(short) <= 100 else f"  if ({condition}) {{\n{returned(statement, 4)}\n  }}"


# They make a communicator of an intracommunicator, which may get a private one
# (collectives/private_comms.hpp): by a helper, or posted.
MAKERS = ("MPI_Cart_create", "MPI_Cart_sub", "MPI_Comm_create", "MPI_Comm_create_group",
          "MPI_Comm_split", "MPI_Comm_split_type", "MPI_Dist_graph_create",
          "MPI_Dist_graph_create_adjacent", "MPI_Graph_create")
POSTED_MAKERS = ("MPI_Comm_dup", "MPI_Comm_dup_with_info")


def made_comm(function):
    return next(p.name for p in function.parameters if p.type == "MPI_Comm*")


def in_helper(function, indent):
    inside = indent + 2
    made = plain(function)
    if function.name == "MPI_File_open":
        made = f"after_file_open({made})"
    if function.name in DIST_GRAPHS:
        made = f"neighbours.after_dist_graph({made}, comm_dist_graph)"
    maker = function.name in MAKERS
    by = "private_comms.make_by_helper" if maker else "engine.call_in_helper"
    end = f", [=] {{ return *{made_comm(function)}; }}" if maker else ""
    return (wrapped(f"return {by}({site(function)}, {order(function)}, [=] {{",
                    indent, indent + 4)
            + f"\n{returned(made, inside)}\n{' ' * indent}}}{end});")


# Arguments are captured by value: by reference they would have to lie in memory before the first
# branch, also where MPI is called straight away.
def body(function):
    if function.kind == "iform":
        arguments = [name for name in function.arguments() if name != "status"]
        target = "P" + table.nonblocking_name(function.name)
        form, captured = "", "="
        if function.mended:
            form, captured, target = f"  {MENDED_FORMS[function.name]} form;\n", "=,&form", "form.post"
        posting = call(target, [*arguments, "request"])
        if function.name in POSTED_MAKERS:
            return (wrapped(f"return private_comms.make_by_posting({site(function)}, "
                            "[=](MPI_Request* request) {", 2, 6)
                    + f"\n{returned(posting, 4)}\n  }}, [=] {{ return *{made_comm(function)}; }});")
        if is_collective_iform(function):
            own = OF_MESSAGES.get(function.name.removesuffix("_c"))
            taken = [a for a in arguments if a != "comm"] if own else []
            taken = ", ".join([site(function), *taken])
            posting = call(target, ["on" if a == "comm" else a for a in [*arguments, "request"]])
            return (form + wrapped(f"return {own or 'wait_collective'}({taken}, "
                                   f"[{captured}](MPI_Comm on, MPI_Request* request) {{", 2, 6)
                    + f"\n{returned(posting, 4)}\n  }});")
        status = "written(status)" if function.has("status") else "nullptr"
        wait = f"engine.wait_posted({site(function)}, {status}"
        if function.waits and function.has("fh"):
            alone = call("P" + function.name.replace("_all", ""), function.arguments())
            return (wrapped(f"return wait_access_by_helper({site(function)}, fh, {status}, "
                            "[=](MPI_Request* request) {", 2, 6)
                    + f"\n{returned(posting, 4)}\n  }}, [=] {{\n{returned(alone, 4)}\n  }});")
        if function.waits:
            wait = f"wait_posted_by_helper({site(function)}, {order(function)}, {status}"
        return (form + wrapped(f"return {wait}, [{captured}](MPI_Request* request) {{", 2, 6)
                + f"\n{returned(posting, 4)}\n  }});")
    if function.kind == "polled":
        return (wrapped(f"return engine.wait_until({site(function)}, [=](int* done) {{", 2, 6)
                + f"\n    return {TESTS[function.name]};\n  }});")
    if function.kind == "helper" or function.waits:
        noted = "  error_handlers.note(errhandler);\n" if function.has("errhandler") else ""
        if function.name == "MPI_Comm_disconnect":
            noted = "  if (comm) engine.forget_comm(*comm);\n"
        return noted + in_helper(function, 2)
    if function.kind == "written":
        base, large = function.name.removesuffix("_c"), function.name.endswith("_c")
        text = WRITTEN[base].format(site=site(function), c="_c" if large else "",
                                    count="MPI_Count" if large else "int")
        return text if "\n" in text else wrapped(text, 2, 6)
    if function.name == "MPI_Grequest_start":
        made = f"inside_mpi([=] {{ return {plain(function)}; }})"
        return (f"  {NOTED[function.name]}\n"
                + returned(f"generalized_requests.started({made}, request)"))
    if function.name == "MPI_Grequest_complete":
        made = f"generalized_requests.completed({plain(function)}, request)"
        return returned(f"inside_mpi([=] {{ return {made}; }})")
    if function.makes_persistent:
        ((kind, given),) = function.traffic()
        return (wrapped(f"const int code = inside_mpi([=] {{ return {plain(function)}; }});", 2, 6)
                + "\n  if (code == MPI_SUCCESS) {\n"
                f"    channels.keep(*request, channels.of_{kind}({given}));\n  }}\n  return code;")
    enter = "inside_mpi_in_turn" if CALLS_BACK.fullmatch(function.name) else "inside_mpi"
    noted = NOTED.get(function.name.removesuffix("_c"))
    return (f"  {noted}\n" if noted else "") + returned(f"{enter}([=] {{ return {plain(function)}; }})")


# What engine/watch.hpp looks at where nothing is task-aware.
MAY_BLOCK = ("iform", "polled", "helper", "written")


def definition(function):
    base = function.name.removesuffix("_c")
    if base in HANDED_ON:
        lines = [wrapped(HANDED_ON[base], 2, 6)]
    elif base in ANY_TIME:
        lines = [returned(plain(function))]
    else:
        unaware = plain(function)
        if function.kind in MAY_BLOCK:
            unaware = f'watched("{function.name}", [=] {{ return {unaware}; }})'
        lines = [*(["  kept_blocking.meet();"] if function.name in MEETING else []),
                 returned_if("!task_aware()", unaware)]
        if base in NEVER_BLOCKS:
            inside = f"inside_mpi([=] {{ return {plain(function)}; }})"
            lines.append(returned_if(NEVER_BLOCKS[base], inside))
        lines += function.notes()
        if is_collective_iform(function):
            lines.append(f"  if ({kept_blocking(function, 'comm')}) [[unlikely]] {{\n"
                         + in_helper(function, 4) + "\n  }")
        lines.append(body(function))
    return "\n".join([wrapped(function.declared() + " {"), *lines, "}"])


def emit(functions, kind):
    chosen = [f for f in functions if f.kind == kind and f.name not in NOT_WRAPPED]
    head = HEAD.format(generated=GENERATED, about=comment(ABOUT[kind])).lstrip()
    if any(f.name in ("MPI_Wait", "MPI_Grequest_start", "MPI_Grequest_complete") for f in chosen):
        head = head.replace('#include "c/wrapper.hpp"\n',
                            '#include "c/wrapper.hpp"\n#include "engine/generalized_requests.hpp"\n')
    if kind == "local":  # conversions of handles are macros in some <mpi.h>, functions beside that
        head += "\n" + "\n".join(f"#undef {f.name}" for f in chosen if CONVERSION.search(f.name)) + "\n"
    definitions = "\n\n".join(definition(function) for function in chosen)
    return f'{head}\n{definitions}\n\n}}  // extern "C"\n'


def emit_all(functions):
    return {f"c_{kind}.cpp": emit(functions, kind) for kind in ABOUT}


def emit_helper_list(functions):
    """The names the engine looks for: a program that calls none needs less of MPI's locking. Whoever
    asks for its parent may have one, and helpers make their collective calls."""
    names = [f.name for f in functions
             if f.kind == "helper" or f.waits or f.name.startswith("MPI_Neighbor_")]
    names = [n for n in names if not n.endswith("_init")] + ["MPI_Comm_get_parent"]
    lines = wrapped("    " + ", ".join(f'"{name}"' for name in names) + ",", 4, 4)
    lines = re.sub(r"^ {8}", "    ", lines)
    about = comment("The calls that a helper thread makes, by name: see engine/thread_level.hpp.")
    return (f"{GENERATED}\n//\n{about}\n#include \"engine/thread_level.hpp\"\n\n"
            "namespace tidemill::mpi {\n\n"
            f"const char* const helper_calls[] = {{\n{lines}\n}};\n"
            "const int helper_call_count = sizeof helper_calls / sizeof helper_calls[0];\n\n"
            "}  // namespace tidemill::mpi\n")
