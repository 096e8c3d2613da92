// A million tasks that exist at once, each with 64 bytes of captured data and two dependences: they
// wait for a task that ends when all are created. How much memory each takes, and how long its
// creation and its run.
//
// A runtime that puts its producer to work once many tasks exist never gets that far: the gate
// opens too when no task has been created for a while, and the number that did exist is part of the
// result.
#define _GNU_SOURCE
#include <omp.h>
#include <stddef.h>
#include <unistd.h>

#include "bench.h"

struct captured {
  long value[8];
};

enum { kCells = 1024, kPatience = 200 };  // milliseconds

static long created;  // written by the producer, read by the gate: atomics
static double resident_before, resident_full, waited;
static long existed;

static void open_when_all_exist(long size) {
  const double begin = bench_seconds();
  long last = -1;
  for (int patience = kPatience; patience > 0; --patience) {
    long now;
#pragma omp atomic read
    now = created;
    if (now == size) break;
    if (now != last) patience = kPatience;
    last = now;
    usleep(1000);
  }
#pragma omp atomic read
  existed = created;
  resident_full = bench_resident_bytes();
  waited = bench_seconds() - begin;
}

static long outstanding(long size, int threads) {
  static long cell[kCells];
  static char gate;
  bench_use((long)&gate);
  (void)threads;
  for (int i = 0; i < kCells; ++i) cell[i] = 0;
  created = 0;
  // Threads and their stacks are there before.
#pragma omp parallel
  bench_use(0);
  resident_before = bench_resident_bytes();
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : gate) firstprivate(size)
    open_when_all_exist(size);
    for (long i = 0; i < size; ++i) {
      const struct captured data = {{i, i, i, i, i, i, i, i}};
      long* mine = &cell[i % kCells];
#pragma omp task depend(in : gate) depend(inout : *mine) firstprivate(data, mine)
      *mine += data.value[7] == data.value[0];
#pragma omp atomic
      ++created;
    }
  }
  long sum = 0;
  for (int i = 0; i < kCells; ++i) sum += cell[i];
  if (sum != size) bench_wrong("outstanding", size, sum);
  bench_extra.outstanding = (double)existed;
  bench_extra.bytes_per_task =
      (resident_full - resident_before) / (double)(existed > 0 ? existed : 1);
  const double left = bench_resident_bytes() - resident_before;
  bench_extra.bytes_left_per_task = left > 0 ? left / (double)size : 0;
  return size;
}

const struct bench_case bench_memory_cases[] = {
    {"outstanding", BENCH_ONCE, 1000000, 20000, outstanding},
    {NULL, BENCH_FIXED, 0, 0, NULL},
};
