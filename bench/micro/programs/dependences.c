// Cases with dependences. An operation is a task.
#include <omp.h>
#include <stddef.h>

#include "bench.h"

enum { kLine = 64 / sizeof(long) };

static long chains(long size, long count) {
  static long cell[8 * kLine];
  for (int i = 0; i < 8; ++i) cell[i * kLine] = 0;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; ++i) {
    long* mine = &cell[i % count * kLine];
#pragma omp task depend(inout : *mine) firstprivate(mine)
    ++*mine;
  }
  long sum = 0;
  for (int i = 0; i < 8; ++i) sum += cell[i * kLine];
  if (sum != size) bench_wrong("chain", size, sum);
  return size;
}

static long chain(long size, int threads) {
  (void)threads;
  return chains(size, 1);
}

static long chains8(long size, int threads) {
  (void)threads;
  return chains(size, 8);
}

// Gauss-Seidel's: each block after its four neighbours, those above and left of this sweep, those
// below and right of the sweep before. `size` sweeps of 24 x 24 blocks.
static long wavefront(long size, int threads) {
  enum { kSide = 24 };
  static long block[kSide + 2][kSide + 2];
  (void)threads;
  for (int i = 0; i < kSide + 2; ++i)
    for (int j = 0; j < kSide + 2; ++j) block[i][j] = 0;
#pragma omp parallel
#pragma omp single
  for (long sweep = 0; sweep < size; ++sweep) {
    for (int i = 1; i <= kSide; ++i) {
      for (int j = 1; j <= kSide; ++j) {
#pragma omp task depend(in                                                                    \
                        : block[i - 1][j], block[i][j - 1], block[i][j + 1], block[i + 1][j]) \
    depend(inout                                                                              \
           : block[i][j]) firstprivate(i, j)
        ++block[i][j];
      }
    }
  }
  for (int i = 1; i <= kSide; ++i)
    for (int j = 1; j <= kSide; ++j)
      if (block[i][j] != size) bench_wrong("wavefront", size, block[i][j]);
  return size * kSide * kSide;
}

// A task writes one of 512 cells and reads 0 to 15 others, all drawn by chance.
static long dag(long size, int threads) {
  enum { kCells = 512, kMost = 16 };
  static long cell[kCells];
  (void)threads;
  for (int i = 0; i < kCells; ++i) cell[i] = 0;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; ++i) {
    const uint64_t draw = bench_hash((uint64_t)i);
    const int reads = (int)(draw % kMost);
    const int step = (int)(draw >> 8 & (kCells - 1)) | 1;  // odd: the cells are all different
    const int first = (int)(draw >> 32 & (kCells - 1));
    long* mine = &cell[first];
#pragma omp task depend(iterator(k = 1                                             \
                                 : reads + 1),                                     \
                        in                                                         \
                        : cell[(first + k * step) & (kCells - 1)]) depend(inout    \
                                                                          : *mine) \
    firstprivate(mine)
    ++*mine;
  }
  long sum = 0;
  for (int i = 0; i < kCells; ++i) sum += cell[i];
  if (sum != size) bench_wrong("dag", size, sum);
  return size;
}

const struct bench_case bench_dependence_cases[] = {
    {"chain", BENCH_FIXED, 30000, 4000, chain},
    {"chains8", BENCH_FIXED, 30000, 4000, chains8},
    {"wavefront", BENCH_FIXED, 25, 4, wavefront},
    {"dag", BENCH_FIXED, 10000, 2000, dag},
    {NULL, BENCH_FIXED, 0, 0, NULL},
};
