#!/bin/sh
# libgomp binds the program's first thread when it is loaded, also where another OpenMP runtime answers.
#
# Versions: libgomp1 12.2.0-14+deb12u1 and libomp5-14 1:14.0.6-12 of Debian 12, GCC 12.
#
# Behaviour: a GCC program with LLVM's libomp preloaded. libomp has GNU's names, answers every call and
# makes the threads; libgomp, which the program is linked with, is never called. With OMP_PROC_BIND=close
# its constructor still binds the first thread to the first of its places. libomp takes what that thread
# may run on for what the process was started with: one processor. It has one place, omp_get_num_procs()
# is 1, and a team of four shares that processor, beside idle ones. Without OMP_PROC_BIND, or with libgomp
# in its own place, the team has all processors. The same happens to a program that is linked with both,
# and where a module brings a libgomp of its own and is loaded before the first region.
#
# Seen, on two processors: "processors 1, places 1, used by four threads 1"; without libomp preloaded
# "processors 2, places 2, used by four threads 2".
#
# Without Tidemill. Downloads the packages into a temporary folder; fails if all processors are used. Not
# part of the test suite: it needs Debian's archive, and two processors.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"

for package in libgomp1=12.2.0-14+deb12u1 libomp5-14=1:14.0.6-12; do
  apt-get -qq -o APT::Sandbox::User=root download "$package" ||
    { echo "$package cannot be downloaded" >&2; exit 2; }
done
for file in ./*.deb; do dpkg -x "$file" .; done
libgomp=$(find "$folder" -name libgomp.so.1 | head -n 1)
libomp=$(find "$folder" -name libomp.so.5 | head -n 1)
[ "$(nproc)" -ge 2 ] || { echo "this needs two processors" >&2; exit 2; }

cat >program.c <<'END'
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <stdio.h>

int main(void) {
  cpu_set_t all;
  CPU_ZERO(&all);
  const int processors = omp_get_num_procs(), places = omp_get_num_places();
#pragma omp parallel num_threads(4)
  {
    cpu_set_t mine;
    sched_getaffinity(0, sizeof mine, &mine);
#pragma omp critical
    CPU_OR(&all, &all, &mine);
  }
  printf("processors %d, places %d, used by four threads %d\n", processors, places, CPU_COUNT(&all));
  return 0;
}
END

gcc-12 -O1 -fopenmp program.c -o program
export LD_LIBRARY_PATH="${libgomp%/*}" OMP_PROC_BIND=close
alone=$(./program)
beside=$(LD_PRELOAD="$libomp" ./program)
echo "libgomp: $alone"
echo "libomp preloaded: $beside"
case $alone in
  *" four threads 1") echo "libgomp itself uses one processor: nothing can be said" >&2; exit 2 ;;
esac
[ "$beside" = "processors 1, places 1, used by four threads 1" ] ||
  { echo "no longer so" >&2; exit 1; }
