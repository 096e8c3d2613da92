#!/bin/sh
# OpenBLAS: a NaN hides the largest element from idamax, and dscal by zero takes it away.
#
# Versions: Debian 12's libopenblas0-pthread 0.3.21+ds-4; beside it the reference BLAS, libblas3 3.11.0-2. The
# same with OPENBLAS_CORETYPE Haswell, SkylakeX, Zen, Sandybridge and Prescott.
#
# Behaviour: a vector is 1, 2, 3, NaN. idamax, which is to give the place of the largest element, says 1:
# neither the NaN's place nor that of the 3, which the reference finds. With 1 to 12 and a NaN behind them
# OpenBLAS says 9, the reference 12. It seems that the kernels compare several elements at once, and lose what
# stands beside a NaN. A NaN in the first place is found in up to 8 elements, not in more; the reference finds
# it always. dscal of a NaN by zero gives zero, where the product is a NaN, and the reference says so;
# OpenBLAS changed that in June 2024 (its issue 4728, pull request 4729). Neither BLAS says what it does with
# a NaN.
#
# Programs look for a NaN in the largest element (a residual, an update), and choose pivots by idamax: the
# place that they get has a harmless number. A work array that is "cleared" by dscal is clean with one
# library, and full of NaN with the other.
#
# Seen: "OpenBLAS: 1 2 3 nan: 1, 1 to 12 and nan: 9, nan and 2 to 9: 9, nan * 0 = 0. Reference: 1 2 3 nan: 3,
# 1 to 12 and nan: 12, nan and 2 to 9: 1, nan * 0 = nan." Remedy: isnan on the elements; memset.
#
# Without Tidemill and without OpenMP. Downloads both packages into a temporary folder, and fails if it is
# otherwise. Not part of the test suite: it needs Debian's archive.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"

apt-get -qq -o APT::Sandbox::User=root download libopenblas0-pthread=0.3.21+ds-4 libblas3=3.11.0-2 ||
  { echo "the packages cannot be downloaded" >&2; exit 2; }
for package in *.deb; do dpkg -x "$package" root; done

cat >program.c <<'END'
#include <math.h>
#include <stdio.h>

int idamax_(const int* n, const double* x, const int* step);
void dscal_(const int* n, const double* factor, double* x, const int* step);

/* The place of the largest of 1 to n, if a NaN is in the place of one of them. */
static int largest(int n, int place_of_nan) {
  const int step = 1;
  double x[16];
  for (int i = 0; i < n; ++i) x[i] = i + 1;
  x[place_of_nan - 1] = NAN;
  return idamax_(&n, x, &step);
}

int main(void) {
  const int one = 1;
  const double zero = 0;
  double x = NAN;
  dscal_(&one, &zero, &x, &one);
  printf("1 2 3 nan: %d, 1 to 12 and nan: %d, nan and 2 to 9: %d, nan * 0 = %s. ", largest(4, 4), largest(13, 13),
         largest(9, 1), isnan(x) ? "nan" : "0");
  return 0;
}
END

seen=
for library in OpenBLAS:libopenblas.so.0 Reference:libblas.so.3; do
  # OpenBLAS's package has a libblas.so.3, too: the reference is the one in a folder named blas.
  path=$(find "$folder/root" -path '*blas*/*' -name "${library#*:}" ! -path "*openblas-*/libblas*" | head -n 1)
  cc program.c -o program "$path" -Wl,-rpath,"$(dirname "$path")" -Wl,--allow-shlib-undefined -lm
  seen="$seen${library%:*}: $(OPENBLAS_NUM_THREADS=1 ./program)"
done
echo "$seen"
expected='OpenBLAS: 1 2 3 nan: 1, 1 to 12 and nan: 9, nan and 2 to 9: 9, nan * 0 = 0. Reference: 1 2 3 nan: 3, 1 to 12 and nan: 12, nan and 2 to 9: 1, nan * 0 = nan. '
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
