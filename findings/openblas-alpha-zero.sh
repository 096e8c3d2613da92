#!/bin/sh
# OpenBLAS: dgemm with alpha = 0 reads the matrices, if they are small and the processor has AVX-512.
#
# Versions: Debian 12's libopenblas0-pthread 0.3.21+ds-4, on an x86-64 processor with AVX-512.
#
# Behaviour: C = alpha * A * B + beta * C, with alpha = 0, beta = 1 and a NaN in A. BLAS says of dgemm that A
# and B aren't read if alpha is zero (the comment of the reference: "alpha equals zero" leaves beta * C). C
# should stay as it is. With the kernels for AVX-512 its first column is NaN for matrices of 2 to 64 rows, and
# as it should be for 128: it seems that the way for small matrices multiplies by alpha at the end. With the
# kernels for AVX2 (OPENBLAS_CORETYPE=Haswell) it is right in all sizes, so the same program gives other
# results on another node.
#
# A tile that isn't filled yet, or whose memory holds anything, spoils the sum that it is to be left out of.
#
# Seen: "SkylakeX: nan nan 1, Haswell: 1 1 1" for 2, 64 and 128 rows. Remedy: no call where alpha is zero.
#
# Without Tidemill and without OpenMP. Downloads the package into a temporary folder, and fails if it is
# otherwise. Not part of the test suite: it needs Debian's archive, and such a processor.
set -eu

if ! grep -qw avx512vl /proc/cpuinfo; then
  echo "no AVX-512 here: cannot be seen" >&2
  exit 1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"

apt-get -qq -o APT::Sandbox::User=root download libopenblas0-pthread=0.3.21+ds-4 ||
  { echo "the packages cannot be downloaded" >&2; exit 2; }
for package in *.deb; do dpkg -x "$package" root; done
library=$(dirname "$(find "$folder/root" -name 'libopenblas.so.0' -path '*openblas-*')")

cat >program.c <<'END'
#include <math.h>
#include <stdio.h>

void dgemm_(const char*, const char*, const int* m, const int* n, const int* k, const double* alpha, const double* a,
            const int* lda, const double* b, const int* ldb, const double* beta, double* c, const int* ldc);

enum { kMost = 128 };
static double a[kMost * kMost], b[kMost * kMost], c[kMost * kMost];

static const char* corner(int n) {
  const double alpha = 0, beta = 1;
  for (int i = 0; i < n * n; ++i) a[i] = b[i] = c[i] = 1;
  a[0] = NAN;
  dgemm_("N", "N", &n, &n, &n, &alpha, a, &n, b, &n, &beta, c, &n);
  return isnan(c[0]) ? "nan" : c[0] == 1 ? "1" : "another number";
}

int main(void) {
  const char* of_2 = corner(2);
  const char* of_64 = corner(64);
  printf("%s %s %s", of_2, of_64, corner(128));
  return 0;
}
END
cc program.c -o program "$library/libopenblas.so.0" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined -lm

export OPENBLAS_NUM_THREADS=1
seen="SkylakeX: $(OPENBLAS_CORETYPE=SkylakeX ./program), Haswell: $(OPENBLAS_CORETYPE=Haswell ./program)"
echo "$seen"
expected='SkylakeX: nan nan 1, Haswell: 1 1 1'
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
