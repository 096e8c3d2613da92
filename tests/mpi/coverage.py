"""Every function of MPI in the layer's table is called by some test, or stands below with a reason;
and by a test in Fortran, if it may block or TAMPI binds it.

usage: coverage.py ROOT
"""

import pathlib
import re
import sys

NOT_WRAPPED = "not wrapped: src/mpi/table/c_wrappers.py"
NO_MPI = "no MPI here does it"
UNTESTED = {
    "MPI_Status_c2f08": NOT_WRAPPED,
    "MPI_Status_f082c": NOT_WRAPPED,
    "MPI_Status_f082f": NOT_WRAPPED,
    "MPI_Status_f2f08": NOT_WRAPPED,
    "MPI_Register_datarep": NO_MPI + ": MPI_ERR_UNSUPPORTED_DATAREP, and it is for the whole process",
    "MPI_Register_datarep_c": NO_MPI + ", as MPI_Register_datarep",
    "MPI_Type_create_f90_complex": "for Fortran's kinds, which not every MPI is built with",
    "MPI_Type_create_f90_integer": "for Fortran's kinds, which not every MPI is built with",
    "MPI_Type_create_f90_real": "for Fortran's kinds, which not every MPI is built with",
    "MPI_Abi_get_fortran_booleans": "for Fortran's values, which not every MPI is built with",
    "MPI_Abi_set_fortran_booleans": "for who builds MPI's Fortran side, before MPI_Init",
    "MPI_Abi_set_fortran_info": "for who builds MPI's Fortran side, before MPI_Init",
    "MPI_Abi_get_fortran_info": "for Fortran's kinds, which not every MPI is built with",
}

NEW = "MPI-4.1's, which no MPI has Fortran for here"
UNTESTED_IN_FORTRAN = {
    "MPI_Buffer_flush": NEW,
    "MPI_Comm_detach_buffer": NEW,
    "MPI_Comm_flush_buffer": NEW,
    "MPI_Session_detach_buffer": NEW,
    "MPI_Session_flush_buffer": NEW,
    "MPI_Comm_join": "wants a socket, which Fortran cannot make; in C: dynamic.c",
    "MPI_Init": "offers no task-awareness; in C: levels.c",
}


def called(folder):
    """Names of MPI's functions in the C and C++ programs; those that their macros make, too."""
    sources = [p for p in folder.iterdir() if p.suffix in (".c", ".cpp", ".h", ".inc")]
    text = "\n".join(p.read_text() for p in sources)
    names = set(re.findall(r"\bP?(MPI_\w+)\s*\(", text))
    for name in re.findall(r"\b(MPI_File_\w+)##_c\(", text):  # remaining_calls.c, for both forms
        names |= {name, name + "_c"}
    for kind in re.findall(r"\bCHECK_HANDLE\((\w+)", text):
        names |= {f"MPI_{kind}_{turn}" for turn in ("c2f", "f2c", "toint", "fromint")}
    names |= set(re.findall(r"^#define MPI_Ifile\w+ (MPI_\w+)$", text, re.M))
    # every_operation.c makes each form of each row.
    for group, name in re.findall(r"\b(SEND|COLLECTIVE|NO_INIT)\((\w+)\)", text):
        names |= {f"MPI_{name}", f"MPI_{name}_c"}
        if not name.startswith("File_"):
            names |= {f"MPI_I{name[0].lower()}{name[1:]}", f"MPI_I{name[0].lower()}{name[1:]}_c"}
        if group != "NO_INIT":
            names |= {f"MPI_{name}_init", f"MPI_{name}_init_c"}
    return names


def called_in_fortran(folder):
    """Names, in lower case, of what the Fortran programs call."""
    text = "\n".join(p.read_text() for p in folder.glob("*.F90"))
    return {name.lower() for name in re.findall(r"\bcall\s+((?:TA)?MPI_\w+)", text)}


def missing_in_fortran(folder):
    """Functions that may block, and TAMPI's, which no Fortran program calls. And how many there are."""
    import fortran_wrappers
    import table
    import tampi_wrappers

    wanted = set()
    for function in table.read():
        if tampi_wrappers.bindable(function):
            wanted.add("TA" + function.name)
        if (function.kind in ("iform", "polled", "helper") or function.name in fortran_wrappers.WRITTEN
                or function.name in fortran_wrappers.ALWAYS):
            wanted.add(function.name)
    names = called_in_fortran(folder)
    return {name for name in wanted if name.lower() not in names}, len(wanted)


def main(root):
    sys.path.insert(0, str(root / "src/mpi/table"))
    import table

    names = called(root / "tests/mpi")
    wanted = set()
    for function in table.read():
        wanted.add(function.name)
        if function.large:
            wanted.add(function.name + "_c")
    missing = sorted(wanted - names - UNTESTED.keys())
    needless = sorted(UNTESTED.keys() & names | UNTESTED.keys() - wanted)
    not_in_fortran, blocking = missing_in_fortran(root / "tests/mpi")
    missing_there = sorted(not_in_fortran - UNTESTED_IN_FORTRAN.keys())
    needless += sorted(UNTESTED_IN_FORTRAN.keys() - not_in_fortran)
    for name in missing + missing_there:
        language = "" if name in missing else " in Fortran"
        print(f"{name}: in src/mpi/table/functions.txt, called by no test{language} in tests/mpi; add "
              "one, or a reason here")
    for name in needless:
        print(f"{name}: excused in tests/mpi/coverage.py, but called, or not in the table")
    print(f"{len(wanted)} functions, {len(wanted) - len(missing) - len(UNTESTED)} called by a test; "
          f"{blocking} to call in Fortran, {blocking - len(not_in_fortran)} called")
    return 1 if missing or missing_there or needless else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
