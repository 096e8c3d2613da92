#!/bin/sh
# GCC: a task that only reads a shared variable has the value from when the task was created.
#
# Versions: GCC 12.2.0-14+deb12u1 of Debian 12, C, C++ and Fortran. Clang 19.1.7, with libomp, is right.
#
# Behaviour: a task has `shared(number)`, doesn't write to it and has no `depend` clause. Nothing takes the
# address of `number`, a scalar. GCC copies the value when it creates the task, as `firstprivate` would,
# also without optimisation. Whoever created it, or another task, writes to it meanwhile. Both do so in the
# same `critical` construct, or hold the same lock: this isn't a race, and a task that reads later has to
# find the new value (OpenMP 5.0, 1.4.1 and 2.19.4.1). It finds the old one.
#
# A task that looks under a lock whether something has happened yet never sees it. With `depend` on the
# reading task, or `atomic read`, GCC gives the task the address.
#
# Seen: "after 7 was written: 0; by its address: 7".
#
# Without Tidemill: on libgomp. Fails if it prints anything else. Not part of the test suite: it tests a
# compiler. Remedy: read by a pointer (`int* at = &number;` before the task), or declare the variable
# `static`.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >program.c <<'END'
#include <omp.h>
#include <stdio.h>

/* What a task reads after its creator has written 7. */
static void by_value(int* after) {
  int number = 0, written = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(number, written)
    {
      for (int seen = 0; !seen;) {
#pragma omp atomic read
        seen = written;
      }
#pragma omp critical
      *after = number;
    }
#pragma omp critical
    number = 7;
#pragma omp atomic write
    written = 1;
  }
}

static void by_address(int* after) {
  int number = 0, written = 0, *at = &number;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(written)
    {
      for (int seen = 0; !seen;) {
#pragma omp atomic read
        seen = written;
      }
#pragma omp critical
      *after = *at;
    }
#pragma omp critical
    number = 7;
#pragma omp atomic write
    written = 1;
  }
}

int main(void) {
  int value = -1, at_address = -1;
  omp_set_dynamic(0);
  by_value(&value);
  by_address(&at_address);
  printf("after 7 was written: %d; by its address: %d\n", value, at_address);
  return 0;
}
END
"${CC:-gcc}" -fopenmp program.c -o program
seen=$(./program)
echo "$seen"
expected='after 7 was written: 0; by its address: 7'
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
