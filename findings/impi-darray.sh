#!/bin/sh
# Intel MPI: an array that is cyclic in its slow dimension and in blocks in the fast one sends other elements.
#
# Versions: impi-rt and impi-devel 2021.19.0 of PyPI, fabric shm. MPICH 4.0.2 and 5.0.2 and Open MPI 4.1.4 and
# 5.0.11 are right.
#
# Behaviour: MPI_Type_create_darray of 4 x 6 integers in C's order on 2 x 2 processes: rows cyclic, two at a
# time (MPI_DISTRIBUTE_CYCLIC, 2), columns in blocks (MPI_DISTRIBUTE_BLOCK). Process 0 has rows 0 and 1,
# columns 0 to 2: elements 0 1 2 and 6 7 8 (MPI-3.1, 4.1.4). MPI_Pack takes 0 to 5 instead, as if the second
# row began right behind the first one's part; MPI_Send and a receive do the same. Size, extent and true
# extent are right. All calls return MPI_SUCCESS. Wrong are arrays with more than one row at a time and less
# than whole rows, in Fortran's order those with the two dimensions exchanged. One row at a time, cyclic in
# both dimensions (ScaLAPACK's distribution) and blocks in both are right: of 4000 arrays 136 were wrong.
#
# Seen: "cyclic, block: 0 1 2 3 4 5; cyclic, cyclic: 0 1 2 6 7 8". Remedy: give blocks as cyclic ones of the
# block's size, which is the same distribution.
#
# Without Tidemill. Installs the packages in a temporary folder, builds and runs a small program with one
# process, and fails if it prints anything else. Not part of the test suite: it needs the package index.
# (impi-rt asks for a libfabric that isn't there; without it, only shm works.)
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install --no-deps impi-rt==2021.19.0 impi-devel==2021.19.0
export I_MPI_ROOT="$folder/venv" I_MPI_FABRICS=shm UCX_NET_DEVICES=lo

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>

static void tell(const char* name, int columns, int at_a_time, const char* end) {
  const int sizes[2] = {4, 6}, processes[2] = {2, 2};
  const int distributions[2] = {MPI_DISTRIBUTE_CYCLIC, columns}, arguments[2] = {2, at_a_time};
  int whole[24], part[6], bytes = 0;
  MPI_Datatype type;
  for (int i = 0; i < 24; ++i) whole[i] = i;
  MPI_Type_create_darray(4, 0, 2, sizes, distributions, arguments, processes, MPI_ORDER_C, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Pack(whole, 1, type, part, sizeof part, &bytes, MPI_COMM_SELF);
  printf("%s:", name);
  for (int i = 0; i < 6; ++i) printf(" %d", part[i]);
  printf("%s", end);
  MPI_Type_free(&type);
}

int main(void) {
  MPI_Init(NULL, NULL);
  tell("cyclic, block", MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_DFLT_DARG, "; ");
  tell("cyclic, cyclic", MPI_DISTRIBUTE_CYCLIC, 3, "\n");
  MPI_Finalize();
  return 0;
}
END
cc -Ivenv/include program.c -o program -Lvenv/lib -lmpi -Wl,-rpath,"$folder/venv/lib"

expected='cyclic, block: 0 1 2 3 4 5; cyclic, cyclic: 0 1 2 6 7 8'
seen=$(./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
