// Tasks that touch memory: a runtime's own data has left the nearest caches by the time it is
// needed again. A task reads and writes one of 64 blocks, after the one before that did; "serial"
// is the same without tasks.
#include <stddef.h>
#include <stdlib.h>

#include "bench.h"

enum { kBlocks = 64, kMostBytes = 128 << 10 };

static long touch(long size, long bytes) {
  static char(*block)[kMostBytes];
  if (block == NULL) {
    block = aligned_alloc(4096, sizeof *block * kBlocks);
    if (block == NULL) bench_wrong("bytes for blocks", (long)sizeof *block * kBlocks, 0);
    for (int i = 0; i < kBlocks; ++i)
      for (long at = 0; at < kMostBytes; ++at) block[i][at] = 0;
  }
  if (bench_extra.serial_ns < 0) {
    double shortest = 0;
    for (int turn = 0; turn < 3; ++turn) {
      const double begin = bench_seconds();
      for (long i = 0; i < size; ++i) bench_touch(block[i % kBlocks], bytes);
      const double taken = bench_seconds() - begin;
      if (turn == 0 || taken < shortest) shortest = taken;
    }
    bench_extra.serial_ns = 1e9 * shortest / (double)size;
  }
  for (int i = 0; i < kBlocks; ++i) *(long*)block[i] = *(long*)(block[i] + bytes - 64) = 0;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; ++i) {
    char* mine = block[i % kBlocks];
#pragma omp task depend(inout : *mine) firstprivate(mine, bytes)
    bench_touch(mine, bytes);
  }
  long first = 0, last = 0;
  for (int i = 0; i < kBlocks; ++i) {
    first += *(long*)block[i];
    last += *(long*)(block[i] + bytes - 64);
  }
  if (first != size) bench_wrong("touched blocks", size, first);
  if (last != size) bench_wrong("touched ends of blocks", size, last);
  return size;
}

static long touch_4(long size, int threads) { return (void)threads, touch(size, 4 << 10); }
static long touch_16(long size, int threads) { return (void)threads, touch(size, 16 << 10); }
static long touch_64(long size, int threads) { return (void)threads, touch(size, 64 << 10); }
static long touch_128(long size, int threads) { return (void)threads, touch(size, 128 << 10); }

const struct bench_case bench_cold_cases[] = {
    {"touch-4K", BENCH_FIXED, 20000, 4000, touch_4},
    {"touch-16K", BENCH_FIXED, 10000, 2000, touch_16},
    {"touch-64K", BENCH_FIXED, 5000, 1000, touch_64},
    {"touch-128K", BENCH_FIXED, 2500, 500, touch_128},
    {NULL, BENCH_FIXED, 0, 0, NULL},
};
