#!/bin/sh
# GCC: loops that count down in an unsigned type of less than 64 bits have no iterations.
#
# Versions: GCC 12.2.0-14+deb12u1 of Debian 12, C. Clang 19.1.7, with libomp, is right.
#
# Behaviour: `for (unsigned i = 10; i > 0; i--)` has ten iterations. Under a schedule that the library
# hands out (dynamic, guided, runtime), and as a taskloop, none of them is run. The compiler's code
# describes the loop by three signed 64-bit numbers: 10, 0 and, as the step, 4294967295. It has widened
# the step of -1 in the loop's own type. That is a loop upwards, which begins beyond its end. With
# schedule(static) it computes in the loop's type, and with unsigned long it passes -1.
#
# Seen: "10 0 0 0 10" for static, dynamic, guided, a taskloop, and dynamic with unsigned long.
#
# Without Tidemill: on libgomp. Fails if the numbers are others. Not part of the test suite: it tests a
# compiler. Nothing tells the library: a step of 255, as of an unsigned char, may be meant. Remedy: a
# signed or a 64-bit variable.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >program.c <<'END'
#include <stdio.h>

int main(void) {
  int still = 0, dynamic = 0, guided = 0, tasks = 0, wide = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static) reduction(+ : still)
    for (unsigned i = 10; i > 0; i--) still++;
#pragma omp for schedule(dynamic) reduction(+ : dynamic)
    for (unsigned i = 10; i > 0; i--) dynamic++;
#pragma omp for schedule(guided) reduction(+ : guided)
    for (unsigned char i = 10; i > 0; i--) guided++;
#pragma omp for schedule(dynamic) reduction(+ : wide)
    for (unsigned long i = 10; i > 0; i--) wide++;
#pragma omp single
#pragma omp taskloop shared(tasks)
    for (unsigned i = 10; i > 0; i--) {
#pragma omp atomic
      tasks++;
    }
  }
  printf("%d %d %d %d %d\n", still, dynamic, guided, tasks, wide);
  return 0;
}
END
"${CC:-gcc}" -fopenmp program.c -o program
seen=$(./program)
echo "$seen"
if [ "$seen" != "10 0 0 0 10" ]; then
  echo "no longer so; it was: 10 0 0 0 10" >&2
  exit 1
fi
