"""Makes what follows from the table of MPI's functions.

usage: generate.py wrappers FOLDER COMPILER...   the wrappers for that compiler's <mpi.h>
       generate.py module FILE                   Fortran's module tampi, the same for every MPI
       generate.py check|write ROOT              the committed files: compare, or write
"""

import pathlib
import sys

import c_wrappers
import documentation
import fortran_wrappers
import table
import tampi_wrappers


def write_if_changed(path, text):
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def wrappers(folder, compiler):
    header = table.header(compiler)
    functions = table.of_this_mpi(table.read(), header)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in c_wrappers.emit_all(functions).items():
        write_if_changed(folder / name, text)
    write_if_changed(folder / "c_helper_list.cpp", c_wrappers.emit_helper_list(functions))
    write_if_changed(folder / "c_tampi.cpp", tampi_wrappers.emit_source(functions))
    for name, text in fortran_wrappers.emit(functions, table.flavour(header)).items():
        write_if_changed(folder / name, text)


def committed(root):
    functions = table.read()
    return {
        root / "include/tidemill/tampi_operations.h": tampi_wrappers.emit_header(functions),
        root / "docs/mpi.md": documentation.emit(functions, root / "docs/mpi.md"),
        root / "docs/collectives.md": documentation.emit_collectives(),
        **{root / name: text for name, text in fortran_wrappers.committed(functions).items()},
    }


def check(root):
    stale = [path for path, text in committed(root).items()
             if not path.exists() or path.read_text() != text]
    for path in stale:
        print(f"{path}: not what src/mpi/table/functions.txt says: run "
              "python3 src/mpi/table/generate.py write .")
    return 1 if stale else 0


def main(arguments):
    match arguments:
        case ["wrappers", folder, *compiler] if compiler:
            wrappers(pathlib.Path(folder), compiler)
        case ["module", file]:
            write_if_changed(pathlib.Path(file), fortran_wrappers.emit_module(table.read()))
        case ["check", root]:
            return check(pathlib.Path(root))
        case ["write", root]:
            for path, text in committed(pathlib.Path(root)).items():
                write_if_changed(path, text)
        case _:
            raise SystemExit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
