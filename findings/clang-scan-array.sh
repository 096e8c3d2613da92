#!/bin/sh
# Clang: a scan over an array is right in its first element only.
#
# Versions: clang 19.1.7-3~deb12u1 of Debian 12; with the argument `22`, Clang 22.1.8 of ziglang 0.17.1 of
# PyPI. libomp is Debian's libomp5-19 in both cases. GCC 12 can't compile it.
#
# Behaviour: `parallel for reduction(inscan, + : count)`, where count is an array of three integers. Each
# iteration adds 1 to each of them, and `scan inclusive(count)` follows: iteration i should see i + 1 in all
# three (OpenMP 5.2, 5.6). The first one is right. The second and the third are too large, from the second
# iteration on, in one thread as in several: it seems that the loop over the elements adds to what its own
# earlier steps have changed. What the array has after the loop is wrong, too, as with `scan exclusive` and
# with an array section. At -O2 the compiler may crash instead. With three variables in the place of the array
# all is right.
#
# A histogram, or the offsets of several queues, is a scan over an array.
#
# Seen: "array: 111 233 356 457 580 689, at the end 689; variables: 111 222 333 444 555 666, at the end 666".
# Remedy: variables, or a structure with a declared reduction.
#
# Without Tidemill: on libomp. Installs the packages in a temporary folder, and fails if the numbers are
# others. Not part of the test suite: it tests a compiler. (A scan in C needs -lm: Clang's code calls log2 and
# ceil.)
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"

apt-get -qq -o APT::Sandbox::User=root download libomp5-19=1:19.1.7-3~deb12u1 ||
  { echo "the packages cannot be downloaded" >&2; exit 2; }
for package in *.deb; do dpkg -x "$package" root; done
library=$folder/root/usr/lib/llvm-19/lib
if [ "${1:-19}" = 22 ]; then
  python3 -m venv venv
  venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install ziglang==0.17.1
  compile() { venv/bin/python -m ziglang cc -target x86_64-linux-gnu.2.36 -fno-sanitize=all "$@"; }
else
  mkdir -p archives/partial
  apt-get -qq -y --no-install-recommends --download-only -o APT::Sandbox::User=root \
    -o Dir::Cache::archives="$folder/archives" install clang-19=1:19.1.7-3~deb12u1
  for package in archives/*.deb; do # none if they are installed already
    if [ -e "$package" ]; then dpkg -x "$package" root; fi
  done
  clang=$(find root/usr/lib/llvm-19/bin /usr/lib/llvm-19/bin -name clang 2>/dev/null | head -n 1)
  compile() { LD_LIBRARY_PATH="$library:$folder/root/usr/lib/x86_64-linux-gnu" "$clang" "$@"; }
fi

cat >program.c <<'END'
#include <stdio.h>

int main(void) {
  int count[3] = {0}, first = 0, second = 0, third = 0, seen[6];
#pragma omp parallel for reduction(inscan, + : count) num_threads(2)
  for (int i = 0; i < 6; ++i) {
    for (int k = 0; k < 3; ++k) count[k] += 1;
#pragma omp scan inclusive(count)
    seen[i] = 100 * count[0] + 10 * count[1] + count[2];
  }
  printf("array:");
  for (int i = 0; i < 6; ++i) printf(" %d", seen[i]);
  printf(", at the end %d; variables:", 100 * count[0] + 10 * count[1] + count[2]);
#pragma omp parallel for reduction(inscan, + : first, second, third) num_threads(2)
  for (int i = 0; i < 6; ++i) {
    first += 1;
    second += 1;
    third += 1;
#pragma omp scan inclusive(first, second, third)
    seen[i] = 100 * first + 10 * second + third;
  }
  for (int i = 0; i < 6; ++i) printf(" %d", seen[i]);
  printf(", at the end %d\n", 100 * first + 10 * second + third);
  return 0;
}
END
compile -O0 -fopenmp -c program.c -o program.o
cc program.o -o program "$library/libomp.so.5" -Wl,-rpath,"$library" -lm

expected='array: 111 233 356 457 580 689, at the end 689; variables: 111 222 333 444 555 666, at the end 666'
seen=$(env -u OMP_THREAD_LIMIT OMP_DYNAMIC=false ./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
