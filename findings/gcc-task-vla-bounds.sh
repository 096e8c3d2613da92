#!/bin/sh
# GCC: a task shares the bounds of a variable-length array parameter with the function.
#
# Versions: GCC 12.2.0-14+deb12u1 of Debian 12, C. Clang 19.1.7, with libomp, is right.
#
# Behaviour: a parameter `double m[rows][cols]` is a pointer to arrays of `cols` elements. A task of the
# function finds `m[rows - 1][0]` by the pointer, which it has copied (firstprivate, as a parameter is),
# and by the size of a row, which the compiler keeps in a variable of its own and shares:
# `-fdump-tree-gimple` shows `#pragma omp task ... shared(cols.0)`. A task that begins after the
# function has returned reads it from a stack that others use by then, and finds another place. The
# size belongs to the type, is fixed when the parameter is declared (C17, 6.7.6.2), and should be copied.
#
# Seen: "row found: no". The task is held back by a dependence until the function has returned.
#
# Without Tidemill: on libgomp. Fails if the row is found. Not part of the test suite: it tests a
# compiler. Remedy: take the address before the task.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >program.c <<'END'
#include <omp.h>
#include <stdio.h>
#include <string.h>

static double matrix[10][20], *found;

__attribute__((noinline)) static void create(long rows, long cols, double m[rows][cols], int* held) {
#pragma omp task depend(in : *held)
  found = &m[rows - 1][0];
}

__attribute__((noinline)) static void use_the_stack(void) {
  volatile char bytes[4096];
  for (unsigned i = 0; i < sizeof bytes; ++i) bytes[i] = 0x11;
}

int main(void) {
  int held = 0, go = 0;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : held) shared(go)
    for (int seen = 0; !seen;) {
#pragma omp atomic read
      seen = go;
    }
    create(10, 20, matrix, &held);
    use_the_stack();
#pragma omp atomic write
    go = 1;
#pragma omp taskwait
  }
  printf("row found: %s\n", found == matrix[9] ? "yes" : "no");
  return 0;
}
END
"${CC:-gcc}" -fopenmp program.c -o program
seen=$(./program)
echo "$seen"
if [ "$seen" != "row found: no" ]; then
  echo "no longer so; it was: row found: no" >&2
  exit 1
fi
