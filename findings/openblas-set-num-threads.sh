#!/bin/sh
# OpenBLAS, the build for OpenMP: openblas_set_num_threads sets the size of the program's own teams.
#
# Versions: Debian 12's libopenblas0-openmp 0.3.21+ds-4; beside it libopenblas0-pthread, same version.
# OpenBLAS took the call out in March 2023 (its issue 3940, pull request 3951).
#
# Behaviour: a program with omp_set_num_threads(4) tells OpenBLAS to use one thread, as its tasks or
# its parallel loops are to call it. With the build for OpenMP its own next parallel region has one
# thread, and omp_get_max_threads() is 1: OpenBLAS hands the number on to omp_set_num_threads of the
# calling thread. The program computes the right thing, on one core. With the build for pthreads the
# region has 4.
#
# Seen: "openmp: 4 threads before, 1 after", "pthread: 4 threads before, 4 after". Remedy: a clause
# num_threads, or omp_set_num_threads after the call, or OPENBLAS_NUM_THREADS in the environment.
#
# Without Tidemill: on libgomp. Downloads both packages into a temporary folder, and fails if it is
# otherwise. Not part of the test suite: it needs Debian's archive.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"

for build in openmp pthread; do
  apt-get -qq -o APT::Sandbox::User=root download "libopenblas0-$build=0.3.21+ds-4" ||
    { echo "the packages cannot be downloaded" >&2; exit 2; }
  dpkg -x "$(ls libopenblas0-"$build"_*.deb)" "$build"
done

cat >program.c <<'END'
#include <omp.h>
#include <stdio.h>

void openblas_set_num_threads(int threads);

static int team(void) {
  int size = 0;
#pragma omp parallel
#pragma omp single
  size = omp_get_num_threads();
  return size;
}

int main(void) {
  omp_set_dynamic(0);
  omp_set_num_threads(4);
  const int before = team();
  openblas_set_num_threads(1);
  printf("%d threads before, %d after\n", before, team());
  return 0;
}
END

seen=
for build in openmp pthread; do
  library=$(dirname "$(find "$folder/$build" -name 'libopenblas.so.0' -path '*openblas-*')")
  "${CC:-gcc}" -fopenmp program.c -o "program-$build" "$library/libopenblas.so.0" -Wl,-rpath,"$library" \
    -Wl,--allow-shlib-undefined
  seen="$seen$build: $(env -u OMP_THREAD_LIMIT "./program-$build"). "
done
echo "$seen"
expected='openmp: 4 threads before, 1 after. pthread: 4 threads before, 4 after. '
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
