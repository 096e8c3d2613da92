"""The table of MPI's functions (functions.txt) and the <mpi.h> at hand, as Python objects."""

import dataclasses
import pathlib
import re
import subprocess

TABLE = pathlib.Path(__file__).with_name("functions.txt")
CLASSES = ("iform", "polled", "helper", "written", "posts", "starts", "tests", "local")
PARAMETER = re.compile(r"(?P<type>.*?)\s*\b(?P<name>\w+)\s*(?P<array>(?:\[\d*\])*)")
# What sends or receives, by the name without _init and _c: as engine/channels.hpp says it, and the
# arguments that say whom and what.
TRAFFIC = tuple((kind, arguments, re.compile(f"MPI_({pattern})", re.IGNORECASE)) for kind, arguments, pattern in (
    ("send", ("dest", "tag sendtag"), "I?([bsr]?send|sendrecv(_replace)?)"),
    ("partitioned_send", ("dest", "tag"), "Psend"),
    ("receive", ("source", "tag recvtag"), "(I|P)?recv|I?sendrecv(_replace)?|I?m?probe"),
    ("collective", ("Flow::all",), "I?(allgatherv?|allreduce|alltoall[vw]?|barrier|reduce_scatter(_block)?)"),
    ("collective", ("Flow::from_root", "root"), "I?(bcast|scatterv?)"),
    ("collective", ("Flow::to_root", "root"), "I?(gatherv?|reduce)"),
    ("collective", ("Flow::upwards",), "I?(ex)?scan"),
    ("collective", ("Flow::neighbours",), "I?neighbor_all(gather|toall)[vw]?")))
# What uses persistent requests, and how it says so.
REQUESTS = {"MPI_Start": "channels.note_start(1, request);",
            "MPI_Startall": "channels.note_start(count, array_of_requests);",
            "MPI_Pready": "channels.note_ready(request);",
            "MPI_Pready_list": "channels.note_ready(request);",
            "MPI_Pready_range": "channels.note_ready(request);",
            "MPI_Parrived": "note_wait(1, &request);",
            "MPI_Wait": "note_wait(1, request);",
            "MPI_Waitall": "note_wait(count, array_of_requests);",
            "MPI_Waitany": "note_wait(count, array_of_requests);",
            "MPI_Waitsome": "note_wait(incount, array_of_requests);",
            "MPI_Request_free": "channels.forget_request(request);"}
# A send that is only posted.
POSTS_SEND = re.compile(r"MPI_I[bsr]?send(_c)?")
# The part of a name that says what object it works on: MPI_File_read becomes MPI_File_iread.
OBJECT = re.compile(r"MPI_(Comm_|File_|Buffer_|Session_)?(\w)(\w*)$")


@dataclasses.dataclass(frozen=True)
class Parameter:
    type: str  # "const int", "MPI_Comm*"
    name: str
    array: str = ""  # "[]", "[][3]"

    def declared(self):
        return f"{self.type} {self.name}{self.array}"

    @property
    def handle(self):
        """The kind of MPI object it is, passes or points to: "Comm"; "" for what is none."""
        match = re.match(r"(?:const )?MPI_(\w+)", self.type)
        kinds = ("Comm", "Datatype", "Errhandler", "File", "Group", "Info", "Message", "Op",
                 "Request", "Session", "Win")
        return match[1] if match and match[1] in kinds else ""


@dataclasses.dataclass(frozen=True)
class Function:
    kind: str  # one of CLASSES
    name: str
    result: str
    parameters: tuple
    section: str
    large: bool = False  # in the table: has a _c form; made of it: is one
    waits: bool = False  # no blocking call, but one in which this MPI may wait for another rank
    mended: bool = False  # this MPI's non-blocking form may fail where its blocking one does not

    def declared(self, name=None):
        inside = ", ".join(p.declared() for p in self.parameters) or "void"
        return f"{self.result} {name or self.name}({inside})"

    @property
    def makes_persistent(self):
        return self.name.removesuffix("_c").endswith("_init") and bool(self.traffic())

    def traffic(self, comm="comm", value="{}"):
        """What it sends and receives: kinds, and their arguments in C++. `value`: an argument's."""
        base = self.name.removesuffix("_c").removesuffix("_init")
        found = []
        for kind, names, pattern in TRAFFIC:
            if pattern.fullmatch(base):
                given = [name if "::" in name else
                         value.format(next(n for n in name.split() if self.has(n))) for name in names]
                given += ["0"] * (2 - len(given)) + [comm]
                found.append((kind, ", ".join(given)))
        return found

    def notes(self, comm="comm", value="{}"):
        """What the policy is told before the call; and the engine, before a send that is only posted."""
        if self.makes_persistent:
            return []
        lines = [f"  note_{kind}({given});" for kind, given in self.traffic(comm, value)]
        if self.name in REQUESTS and comm == "comm":  # of C: Fortran has requests of its own
            lines.append(f"  {REQUESTS[self.name]}")
        if POSTS_SEND.fullmatch(self.name):
            lines.append("  engine.before_send();")
        return lines

    def arguments(self):
        return [p.name for p in self.parameters]

    def has(self, name):
        return any(p.name == name for p in self.parameters)


def parse_parameters(text):
    text = " ".join(text.split())
    if text in ("", "void"):
        return ()
    parsed = []
    for part in text.split(","):
        part = part.strip()
        match = PARAMETER.fullmatch(part)
        if match is None or not match["type"]:
            parsed.append(Parameter(part, ""))
            continue
        ctype = re.sub(r"\s*\*", "*", match["type"])
        parsed.append(Parameter(ctype, match["name"], match["array"]))
    return tuple(parsed)


def read(path=TABLE):
    """The functions in the table's order; their sections in `section`."""
    functions, section = [], ""
    line_format = re.compile(r"(\w+)\s+([c-])\s+(?:(\w+) )?(MPI_\w+)\((.*)\)")
    body = False
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        if line.startswith("# ") and body:
            section = line[2:]
        elif line.startswith("#"):
            continue
        elif not line.strip():
            body = True
        else:
            match = line_format.fullmatch(line)
            if match is None or match[1] not in CLASSES:
                raise SystemExit(f"{path}:{number}: not `class c|- signature`: {line}")
            functions.append(Function(match[1], match[4], match[3] or "int",
                                      parse_parameters(match[5]), section, match[2] == "c"))
    return functions


def nonblocking_name(name):
    """MPI_Send -> MPI_Isend, MPI_File_read_c -> MPI_File_iread_c."""
    match = OBJECT.match(name)
    if match[1]:
        return f"MPI_{match[1]}i{match[2].lower()}{match[3]}"
    return f"MPI_I{match[2].lower()}{match[3]}"


def header(compiler):
    """<mpi.h> as the compiler sees it."""
    source = "#define OMPI_SKIP_MPICXX 1\n#define MPICH_SKIP_MPICXX 1\n#include <mpi.h>\n"
    run = subprocess.run([*compiler, "-E", "-P", "-x", "c", "-"], input=source, text=True,
                         capture_output=True, check=False)
    if run.returncode:
        raise SystemExit(f"{' '.join(compiler)} cannot read <mpi.h>:\n{run.stderr}")
    return run.stdout


def flavour(text):
    """How the Fortran side of the MPI with this <mpi.h> is made: see fortran_wrappers.py."""
    return "openmpi" if "ompi_" in text else "mpich"


def file_requests_are_safe(text):
    """Open MPI (4.1 and 5.0) keeps the requests of files in a list without a lock, which every
    thread's progress walks, those of helper threads too. Its blocking file functions make none."""
    return flavour(text) != "openmpi"


# Open MPI's component osc/ucx waits in these (in accumulates under MPI_Win_lock_all) until the target
# makes MPI progress, osc/rdma in the last two accumulates under an exclusive lock (4.1). MPICH only
# starts them.
ACCUMULATES = ("MPI_Accumulate", "MPI_Get_accumulate", "MPI_Raccumulate", "MPI_Rget_accumulate",
               "MPI_Fetch_and_op", "MPI_Compare_and_swap")
WAIT_IN_OPEN_MPI = (*ACCUMULATES, "MPI_Win_post")


# Their non-blocking forms are wrong in Open MPI: collectives/mended_forms.hpp tells how.
MENDED_IN_OPEN_MPI = ("MPI_Alltoallv", "MPI_Alltoallw", "MPI_Reduce")


def may_wait(name, kind, mpi):
    """Whether that MPI's function, which should not, may wait. MPICH's of a file take a lock over all
    files, which a blocking one holds while it waits for other ranks."""
    if mpi == "mpich":
        return (kind in ("posts", "iform", "local") and name.startswith("MPI_File_")
                and not re.search(r"errhandler|_c2f|_f2c|_toint|_fromint", name))
    return name in WAIT_IN_OPEN_MPI


def declarations(text):
    """name -> (result, parameters) of every function this <mpi.h> declares."""
    text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)", "", text)
    text = " ".join(text.split())
    found = {}
    pattern = r"\b(int|double|MPI_\w+) (\*?)(MPI_\w+) ?\(([^;{}()]*)\) ?;"
    for match in re.finditer(pattern, text):
        found[match[3]] = (match[1] + match[2], parse_parameters(match[4]))
    if "MPI_Send" not in found:
        raise SystemExit("<mpi.h> does not declare MPI_Send")
    return found


def of_this_mpi(functions, text):
    """The table's functions, and their large-count forms, that the MPI with this <mpi.h> has: with
    its own types, under the table's names. An iform without its non-blocking form, or where that
    is not safe, becomes a helper."""
    declared = declarations(text)
    unsafe = () if file_requests_are_safe(text) else ("MPI_File_",)
    here = []
    for function in functions:
        for name in (function.name, function.name + "_c") if function.large else (function.name,):
            if name not in declared:
                continue
            result, theirs = declared[name]
            if function.kind == "local":  # by their own names: MPI_Type_get_contents_c has more
                here.append(Function(function.kind, name, result, theirs, function.section,
                                     waits=may_wait(name, "local", flavour(text))))
                continue
            if len(theirs) != len(function.parameters):
                raise SystemExit(f"{name}: <mpi.h> has {len(theirs)} parameters, "
                                 f"{TABLE.name} {len(function.parameters)}")
            parameters = tuple(dataclasses.replace(p, name=ours.name)
                               for p, ours in zip(theirs, function.parameters))
            kind = function.kind
            if kind == "iform" and (nonblocking_name(name) not in declared
                                    or name.startswith(unsafe)):
                kind = "helper"
            waits = may_wait(function.name, kind, flavour(text))
            mended = flavour(text) == "openmpi" and name in MENDED_IN_OPEN_MPI
            here.append(Function(kind, name, result, parameters, function.section,
                                 name != function.name, waits, mended))
    return here
