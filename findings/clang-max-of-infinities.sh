#!/bin/sh
# Clang, flang: the maximum of infinities is a finite number.
#
# Versions: clang 19.1.7-3~deb12u1 of Debian 12; with the argument `flang`, its flang-19; with `22`, Clang
# 22.1.8 of ziglang 0.17.1 of PyPI. libomp is Debian's libomp5-19. GCC 12.2.0 and gfortran 12.2.0 give
# infinities.
#
# Behaviour: `reduction(max : largest)`, where the variable and all that it is compared with are minus
# infinity. The result is -1.79769e+308, the smallest finite number; of `min` and plus infinity it is
# 1.79769e+308. So it is with `parallel for` and with `simd`, with one thread as with several, at every level
# of optimisation. Each thread begins with that number, where GCC begins with minus infinity. OpenMP says that
# the initial value is the minimal number that the type can represent (5.2, 5.5.3), and it can represent an
# infinity.
#
# Programs mark "none" by an infinity: a time step without a limit, the logarithm of a likelihood that is
# zero, a distance to nothing. After such a reduction `isinf` is false.
#
# Seen: "parallel: -1.79769e+308 1.79769e+308, simd: -1.79769e+308 1.79769e+308", where GCC has "-inf inf";
# flang "largest -Infinity: F, smallest Infinity: F". Remedy: compare the result with the largest finite
# number.
#
# Without Tidemill: on libomp. Installs the packages in a temporary folder, and fails if the numbers are
# others. Not part of the test suite: it tests a compiler.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"

apt-get -qq -o APT::Sandbox::User=root download libomp5-19=1:19.1.7-3~deb12u1 ||
  { echo "the packages cannot be downloaded" >&2; exit 2; }
for package in *.deb; do dpkg -x "$package" root; done
library=$folder/root/usr/lib/llvm-19/lib

from_debian() { # COMPILER PACKAGE...
  compiler=$1
  shift
  mkdir -p archives/partial
  apt-get -qq -y --no-install-recommends --download-only -o APT::Sandbox::User=root \
    -o Dir::Cache::archives="$folder/archives" install "$@"
  for package in archives/*.deb; do # none if they are installed already
    if [ -e "$package" ]; then dpkg -x "$package" root; fi
  done
  compiler=$(find root/usr/lib/llvm-19/bin /usr/lib/llvm-19/bin -name "$compiler" 2>/dev/null | head -n 1)
  compile() { LD_LIBRARY_PATH="$library:$folder/root/usr/lib/x86_64-linux-gnu" "$compiler" "$@"; }
}

cat >program.c <<'END'
#include <math.h>
#include <stdio.h>

int main(void) {
  const double none[4] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
  double largest = -INFINITY, smallest = INFINITY;
#pragma omp parallel for reduction(max : largest) reduction(min : smallest) num_threads(2)
  for (int i = 0; i < 4; ++i) {
    if (none[i] > largest) largest = none[i];
    if (-none[i] < smallest) smallest = -none[i];
  }
  printf("parallel: %g %g, ", largest, smallest);
  largest = -INFINITY;
  smallest = INFINITY;
#pragma omp simd reduction(max : largest) reduction(min : smallest)
  for (int i = 0; i < 4; ++i) {
    if (none[i] > largest) largest = none[i];
    if (-none[i] < smallest) smallest = -none[i];
  }
  printf("simd: %g %g\n", largest, smallest);
  return 0;
}
END
cat >program.f90 <<'END'
program infinities
  use, intrinsic :: ieee_arithmetic
  implicit none
  real(8) :: largest, smallest, none(4)
  integer :: i
  none = ieee_value(largest, ieee_negative_inf)
  largest = none(1)
  smallest = -none(1)
  !$omp parallel do reduction(max: largest) reduction(min: smallest) num_threads(2)
  do i = 1, 4
    largest = max(largest, none(i))
    smallest = min(smallest, -none(i))
  end do
  print '(2(a,l1))', 'largest -Infinity: ', largest < -huge(largest), ', smallest Infinity: ', smallest > huge(smallest)
end program
END

expected='parallel: -1.79769e+308 1.79769e+308, simd: -1.79769e+308 1.79769e+308'
case "${1:-19}" in
  22)
    python3 -m venv venv
    venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install ziglang==0.17.1
    compile() { venv/bin/python -m ziglang cc -target x86_64-linux-gnu.2.36 -fno-sanitize=all "$@"; }
    ;;
  flang)
    from_debian flang-new flang-19=1:19.1.7-3~deb12u1 libflang-19-dev=1:19.1.7-3~deb12u1
    expected='largest -Infinity: F, smallest Infinity: F'
    ;;
  *)
    from_debian clang clang-19=1:19.1.7-3~deb12u1
    ;;
esac

for level in -O0 -O2; do
  if [ "${1:-19}" = flang ]; then
    compile $level -fopenmp program.f90 -o program -L"$library" -L"${compiler%bin/*}lib"
    seen=$(LD_LIBRARY_PATH=$library ./program)
  else
    compile $level -fopenmp -c program.c -o program.o
    cc program.o -o program "$library/libomp.so.5" -Wl,-rpath,"$library"
    seen=$(./program)
  fi
  echo "$level: $seen"
  if [ "$seen" != "$expected" ]; then
    echo "no longer so; it was: $expected" >&2
    exit 1
  fi
done
