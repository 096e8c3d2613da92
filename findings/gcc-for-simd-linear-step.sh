#!/bin/sh
# GCC: `for simd linear(x : step)` with a variable as step is right in one thread only.
#
# Versions: GCC 12.2.0-14+deb12u1 of Debian 12, C and C++. gfortran 12.2.0 and Clang 19.1.7, with libomp, are
# right.
#
# Behaviour: `#pragma omp for simd linear(at : step)`. At the beginning of its part of the loop each thread
# should have at = its value before the loop + the number of iterations before the part * step (OpenMP 5.2,
# 5.4.6). With a variable as step, here 3, only the thread that has the first iterations is right. Others
# begin with an arbitrary number, at -O0 with garbage, at -O2 mostly with the value before the loop: the
# compiler multiplies by a copy of the step that isn't set (-Wall says at -O2 that `step` may be used
# uninitialized). The variable's value after the loop is wrong as well. With a constant as step, or with `for`
# or `simd` alone, it is right; so is it in one thread.
#
# The clause is the usual way to fill a packed array, or to walk along a row with a leading dimension that
# isn't known when the program is compiled.
#
# Seen: "step of a constant: 10 of 10 right; of a variable: 5 of 10 right; without simd: 10 of 10 right", by
# two threads. Remedy: compute the value from the index of the loop.
#
# Without Tidemill: on libgomp. Fails if the numbers are others. Not part of the test suite: it tests a
# compiler.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >program.c <<'END'
#include <stdio.h>
#include <stdlib.h>

enum { kElements = 10 };
static int seen[kElements];

static int right(void) {
  int number = 0;
  for (int i = 0; i < kElements; ++i) number += seen[i] == 100 + 3 * i;
  return number;
}

int main(int count, char** words) {
  const int step = count > 1 ? atoi(words[1]) : 3;
  int at = 100;
#pragma omp parallel for simd linear(at : 3) num_threads(2) schedule(static)
  for (int i = 0; i < kElements; ++i) {
    seen[i] = at;
    at += 3;
  }
  printf("step of a constant: %d of %d right; ", right(), kElements);
  at = 100;
#pragma omp parallel for simd linear(at : step) num_threads(2) schedule(static)
  for (int i = 0; i < kElements; ++i) {
    seen[i] = at;
    at += step;
  }
  printf("of a variable: %d of %d right; ", right(), kElements);
  at = 100;
#pragma omp parallel for linear(at : step) num_threads(2) schedule(static)
  for (int i = 0; i < kElements; ++i) {
    seen[i] = at;
    at += step;
  }
  printf("without simd: %d of %d right\n", right(), kElements);
  return 0;
}
END

expected='step of a constant: 10 of 10 right; of a variable: 5 of 10 right; without simd: 10 of 10 right'
for level in -O0 -O2; do
  "${CC:-gcc}" $level -fopenmp program.c -o program
  seen=$(env -u OMP_THREAD_LIMIT OMP_DYNAMIC=false ./program)
  echo "$level: $seen"
  if [ "$seen" != "$expected" ]; then
    echo "no longer so; it was: $expected" >&2
    exit 1
  fi
done
