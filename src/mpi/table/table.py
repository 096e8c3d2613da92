"""The table of MPI's functions (functions.txt) and the <mpi.h> at hand, as Python objects."""

import dataclasses
import pathlib
import re
import subprocess

TABLE = pathlib.Path(__file__).with_name("functions.txt")
CLASSES = ("iform", "polled", "helper", "written", "posts", "starts", "tests", "local")
PARAMETER = re.compile(r"(?P<type>.*?)\s*\b(?P<name>\w+)\s*(?P<array>(?:\[\d*\])*)")
# The part of a name that says what object it works on: MPI_File_read becomes MPI_File_iread.
# What sends the calling task's data, or, of a persistent request, may.
SENDS = re.compile(r"MPI_(I?[bsr]?send|I?sendrecv(_replace)?|Start(all)?|Pready(_list|_range)?"
                   r"|I?neighbor_all(gather|toall)[vw]?|I?(all)?(gather|reduce|toall)[vw]?|I?bcast|I?scatterv?"
                   r"|I?reduce_scatter(_block)?|I?(ex)?scan|I?barrier)(_c)?", re.IGNORECASE)
POSTS_SEND = re.compile(r"MPI_I[bsr]?send(_c)?")
# What receives, by a call that says from whom.
RECEIVES = re.compile(r"MPI_I?(recv|sendrecv(_replace)?)(_c)?", re.IGNORECASE)
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
    def sends(self):
        return SENDS.fullmatch(self.name) is not None

    def notes(self, comm="comm", value="{}"):
        """What the policy is told before the call: what it sends, and receives, in C++; and the engine
        before a send that is only posted. `value`: an argument's."""
        lines = []
        for noted, peers, tags in (("note_send", ("dest",), ("tag", "sendtag")),
                                   ("note_receive", ("source",), ("tag", "recvtag"))):
            receives = noted == "note_receive" and RECEIVES.fullmatch(self.name)
            if not receives and not (noted == "note_send" and self.sends):
                continue
            peer = next((name for name in peers if self.has(name)), None)
            tag = next((name for name in tags if self.has(name)), None)
            if peer and tag:
                lines.append(f"  {noted}({value.format(peer)}, {value.format(tag)}, {comm});")
            else:
                lines.append("  tidemill_current_task_sends();")
        return lines + (["  engine.before_send();"] if POSTS_SEND.fullmatch(self.name) else [])

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
