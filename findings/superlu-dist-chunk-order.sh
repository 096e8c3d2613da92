#!/bin/sh
# SuperLU_DIST: its loops with schedule(dynamic) count on increasing iterations in each thread.
#
# Versions: Debian 12's libsuperlu-dist8 8.1.2+dfsg1-1+b1, built by GCC 12.
#
# Behaviour: the factorisation (pdgstrf, the update of the look-ahead window) goes through the blocks of a
# column by `parallel for schedule(dynamic)` with a private position, which it moves on from the thread's last
# block to this one; it can't move back. Since OpenMP 5.0 a dynamic schedule without a modifier leaves the order
# of a thread's chunks free (5.2, 11.5.3), and GCC asks the runtime for such a loop. Up to 4.5 the order was
# increasing, and libgomp's still is, as is libomp's for code of GCC. With another order it reads beside its
# arrays: wrong sums, an illegal value in dgemm, or SIGSEGV. In one thread as in several.
#
# PETSc and others factorise by it.
#
# Seen: "libgomp's order: 1616.05861; the reverse: killed". Remedy: schedule(monotonic: dynamic). Tidemill
# hands the code of GCC increasing chunks.
#
# Without Tidemill: a library in front of libgomp takes all chunks of the one thread, and hands them out in
# reverse. Uses the installed packages libsuperlu-dist-dev and Open MPI, and fails if it is otherwise. Not part
# of the test suite: it tests a library.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >reverse.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>

enum { kMost = 100000 };
static __thread long first[kMost], last[kMost];
static __thread int left;

bool GOMP_loop_nonmonotonic_dynamic_next(long* from, long* to) {
  if (left == 0) return false;
  --left;
  *from = first[left];
  *to = last[left];
  return true;
}

bool GOMP_loop_nonmonotonic_dynamic_start(long begin, long end, long step, long chunk, long* from, long* to) {
  bool (*start)(long, long, long, long, long*, long*) = dlsym(RTLD_NEXT, "GOMP_loop_nonmonotonic_dynamic_start");
  bool (*next)(long*, long*) = dlsym(RTLD_NEXT, "GOMP_loop_nonmonotonic_dynamic_next");
  left = 0;
  bool more = start(begin, end, step, chunk, &first[0], &last[0]);
  while (more && ++left < kMost) more = next(&first[left], &last[left]);
  return GOMP_loop_nonmonotonic_dynamic_next(from, to);
}
END
cc -O1 -shared -fPIC reverse.c -o reverse.so -ldl

# A difference scheme on a square of 20 by 20 points, factorised on one rank; prints the sum of the solution.
cat >program.c <<'END'
#include <math.h>
#include "superlu_ddefs.h"

enum { kSide = 20, kRows = kSide * kSide };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  gridinfo_t grid;
  superlu_gridinit(MPI_COMM_WORLD, 1, 1, &grid);
  double* values = doubleMalloc_dist(5 * kRows);
  int_t* columns = intMalloc_dist(5 * kRows);
  int_t* rows = intMalloc_dist(kRows + 1);
  int_t count = 0;
  for (int_t r = 0; r < kRows; ++r) {
    const int_t i = r / kSide, j = r % kSide;
    rows[r] = count;
    if (i > 0) values[count] = -1.1, columns[count++] = r - kSide;
    if (j > 0) values[count] = -1.2, columns[count++] = r - 1;
    values[count] = 4.2 + 0.01 * (r % 7), columns[count++] = r;
    if (j < kSide - 1) values[count] = -.8, columns[count++] = r + 1;
    if (i < kSide - 1) values[count] = -.9, columns[count++] = r + kSide;
  }
  rows[kRows] = count;
  SuperMatrix matrix;
  dCreate_CompRowLoc_Matrix_dist(&matrix, kRows, kRows, count, kRows, 0, values, columns, rows, SLU_NR_loc, SLU_D,
                                 SLU_GE);
  double* b = doubleMalloc_dist(3 * kRows);
  for (int k = 0; k < 3; ++k)
    for (int r = 0; r < kRows; ++r) b[k * kRows + r] = sin(0.01 * r * (k + 1));
  superlu_dist_options_t options;
  set_default_options_dist(&options);
  options.PrintStat = NO;
  options.ColPerm = MMD_AT_PLUS_A;
  options.IterRefine = NOREFINE;
  dScalePermstruct_t scale;
  dLUstruct_t lu;
  dSOLVEstruct_t solve;
  SuperLUStat_t stat;
  double error[3], sum = 0;
  int info;
  dScalePermstructInit(kRows, kRows, &scale);
  dLUstructInit(kRows, &lu);
  PStatInit(&stat);
  pdgssvx(&options, &matrix, &scale, b, kRows, 3, &grid, &lu, &solve, error, &stat, &info);
  for (int r = 0; r < 3 * kRows; ++r) sum += fabs(b[r]);
  printf("%.9g", sum);
  fflush(stdout);
  MPI_Finalize();
  return 0;
}
END
mpicc.openmpi -O1 -w program.c -I/usr/include/superlu-dist -lsuperlu_dist -lm -o program

export OMP_NUM_THREADS=1 OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo OMPI_MCA_pml=ob1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
reversed=$(LD_PRELOAD="$folder/reverse.so" ./program 2>/dev/null) || reversed=killed
seen="libgomp's order: $(./program); the reverse: $reversed"
echo "$seen"
expected="libgomp's order: 1616.05861; the reverse: killed"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
