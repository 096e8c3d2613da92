#!/bin/sh
# MPICH, Intel MPI: a vector of empty blocks takes up room.
#
# Versions: mpich 5.0.2 of PyPI; with the argument `debian`, Debian 12's mpich 4.0.2-3+b1; with `intel`,
# impi-rt and impi-devel 2021.19.0 of PyPI, which has other numbers. Open MPI 4.1.4 and 5.0.11 are right.
#
# Behaviour: MPI_Type_vector of three blocks of no integers each, five integers apart. MPI says that a block
# length of zero makes no elements, and has no effect on bounds and extent (MPI-3.1, 4.1.2). The extent is 40
# bytes with MPICH, the distance from the first to the last block, and 4 with Intel MPI; it should be 0. So is
# that of MPI_Type_create_hvector and MPI_Type_create_indexed_block (44 with Intel MPI). Of
# MPI_Type_contiguous, MPI_Type_indexed, and a vector of no blocks it is 0. The extent goes on into what is
# made of the vector: with an integer before it in a structure, the second of two structures that are sent
# begins 44 bytes behind the first (Intel MPI: 8) instead of 4, and the receiver gets another integer.
#
# A halo of width zero, on a process at the rim or with one neighbour only, is such a vector.
#
# Seen: MPICH "vector 40, with an integer 44, two sent: 1 12"; Intel MPI "vector 4, with an integer 8, two
# sent: 1 3"; right is "vector 0, with an integer 4, two sent: 1 2". Remedy: MPI_Type_create_resized, or leave
# empty parts out.
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with one
# process, and fails if it prints anything else. Not part of the test suite: it needs the package index, or
# Debian's archive.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"
export UCX_NET_DEVICES=lo
export I_MPI_FABRICS=shm

expected='vector 40, with an integer 44, two sent: 1 12'
case "${1:-pypi}" in
  debian)
    apt-get -qq -o APT::Sandbox::User=root download libmpich-dev=4.0.2-3+b1 libmpich12=4.0.2-3+b1 ||
      { echo "the packages cannot be downloaded" >&2; exit 2; }
    for package in *.deb; do dpkg -x "$package" root; done
    library=$(dirname "$(find "$folder/root" -name 'libmpich.so.12')")
    header=$(dirname "$(find "$folder/root" -path '*mpich/mpi.h')")
    build() { cc -I"$header" "$1" -o "$2" "$library/libmpich.so.12" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined; }
    ;;
  intel)
    python3 -m venv venv
    venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install --no-deps impi-rt==2021.19.0 impi-devel==2021.19.0
    export I_MPI_ROOT="$folder/venv"
    build() { cc -Ivenv/include "$1" -o "$2" -Lvenv/lib -lmpi -Wl,-rpath,"$folder/venv/lib"; }
    expected='vector 4, with an integer 8, two sent: 1 3'
    ;;
  *)
    python3 -m venv venv
    venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install mpich==5.0.2
    build() { venv/bin/mpicc "$1" -o "$2"; }
    ;;
esac

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>

static int extent_of(MPI_Datatype type) {
  MPI_Aint lower, extent;
  MPI_Type_get_extent(type, &lower, &extent);
  return (int)extent;
}

int main(void) {
  const int lengths[2] = {1, 1};
  const MPI_Aint places[2] = {0, sizeof(int)};
  MPI_Datatype halo, cell;
  int numbers[32], got[2] = {0};
  for (int i = 0; i < 32; ++i) numbers[i] = i + 1;
  MPI_Init(NULL, NULL);
  MPI_Type_vector(3, 0, 5, MPI_INT, &halo);
  const MPI_Datatype parts[2] = {MPI_INT, halo};
  MPI_Type_create_struct(2, lengths, places, parts, &cell);
  MPI_Type_commit(&cell);
  MPI_Sendrecv(numbers, 2, cell, 0, 0, got, 2, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  printf("vector %d, with an integer %d, two sent: %d %d\n", extent_of(halo), extent_of(cell), got[0], got[1]);
  MPI_Type_free(&cell);
  MPI_Type_free(&halo);
  MPI_Finalize();
  return 0;
}
END
build program.c program

seen=$(./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
