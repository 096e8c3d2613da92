#!/bin/sh
# OpenBLAS, the build without threads: wrong results where several threads of a program call it.
#
# Versions: Debian 12's libopenblas0-serial 0.3.21+ds-4; beside it libopenblas0-pthread, same version.
#
# Behaviour: four threads made by pthread_create factor a matrix each, again and again, by dpotrf: no
# data is shared, and each factor must be the one that the same call gave before the threads began.
# With the build without threads some are wrong, elements by up to 10^5 times their value. With the build
# for pthreads, told to use one thread, all are right, bit by bit. The same is seen of dtrsm.
#
# Cause: the buffers that kernels pack their operands in are handed out without a lock in a build
# without threads, unless it is made with USE_LOCKING=1 (OpenBLAS's Makefile.rule says so). Debian's
# behaves as one made without, and nothing of its package says that only one thread of a program may call it.
#
# Seen: some 3 factors of 10,000 wrong, on two processors.
#
# Without Tidemill and without OpenMP. Downloads both packages into a temporary folder, and fails if
# the first build gives no wrong factor in two minutes, or the second gives one in half a minute.
# Not part of the test suite: it needs Debian's archive.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"

for build in serial pthread; do
  apt-get -qq -o APT::Sandbox::User=root download "libopenblas0-$build=0.3.21+ds-4" ||
    { echo "the packages cannot be downloaded" >&2; exit 2; }
  dpkg -x "$(ls libopenblas0-"$build"_*.deb)" "$build"
done

cat >program.c <<'END'
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void dpotrf_(const char*, const int* n, double* a, const int* lda, int* info);

enum { kN = 128, kThreads = 4, kElements = kN * kN };
static double matrix[kThreads][kElements], expected[kThreads][kElements];
static double largest[kThreads];
static long wrong[kThreads], calls[kThreads];
static time_t end;

/* Symmetric and diagonally dominant: it has a factor. */
static void make(double* a, unsigned seed) {
  for (int i = 0; i < kElements; ++i) {
    seed = seed * 1664525u + 1013904223u;
    a[i] = (seed >> 8) / 16777216.0;
  }
  for (int i = 0; i < kN; ++i) {
    for (int j = 0; j < i; ++j) a[i * kN + j] = a[j * kN + i];
    a[i * kN + i] += kN;
  }
}

static void factor(const double* in, double* out) {
  const int n = kN;
  int info = 0;
  memcpy(out, in, sizeof(double) * kElements);
  dpotrf_("L", &n, out, &n, &info);
}

static void* repeat(void* which) {
  const long own = (long)which;
  double* out = malloc(sizeof(double) * kElements);
  while (time(NULL) < end) {
    factor(matrix[own], out);
    ++calls[own];
    if (memcmp(out, expected[own], sizeof(double) * kElements) == 0) continue;
    ++wrong[own];
    for (int i = 0; i < kElements; ++i) {
      const double relative = fabs(out[i] - expected[own][i]) / (fabs(expected[own][i]) + 1e-300);
      if (!(relative <= largest[own])) largest[own] = relative;
    }
  }
  free(out);
  return NULL;
}

int main(int count, char** words) {
  (void)count;
  pthread_t threads[kThreads];
  long all = 0, made = 0;
  double most = 0;
  for (int i = 0; i < kThreads; ++i) {
    make(matrix[i], 17u * (unsigned)i);
    factor(matrix[i], expected[i]);
  }
  end = time(NULL) + atoi(words[1]);
  for (long i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, repeat, (void*)i);
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], NULL);
    all += wrong[i];
    made += calls[i];
    if (!(largest[i] <= most)) most = largest[i];
  }
  fprintf(stderr, "%ld of %ld factors wrong, relative to the value by up to %.1e\n", all, made, most);
  return all != 0;
}
END

run() { # BUILD SECONDS
  library=$(dirname "$(find "$folder/$1" -name 'libopenblas.so.0' -path '*openblas-*')")
  cc -O1 program.c -o "program-$1" "$library/libopenblas.so.0" -Wl,-rpath,"$library" \
    -Wl,--allow-shlib-undefined -lm -pthread
  OPENBLAS_NUM_THREADS=1 "./program-$1" "$2"
}

if ! run pthread 30; then
  echo "the build for pthreads is wrong, too" >&2
  exit 1
fi
for try in 1 2 3 4; do
  run serial 30 || exit 0
done
echo "no longer so: the build without threads gave wrong factors" >&2
exit 1
