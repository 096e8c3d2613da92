// A million tasks that exist at once, each with 64 bytes of captured data and two dependences: they
// come after a task that is detached and complete once all are created. How much memory each takes,
// and how long it takes to create and to run.
#include <omp.h>
#include <stddef.h>

#include "bench.h"

struct captured {
  long value[8];
};

enum { kCells = 1024 };

static long outstanding(long size, int threads) {
  static long cell[2][kCells];
  (void)threads;
  for (int i = 0; i < kCells; ++i) cell[0][i] = cell[1][i] = 0;
    // Threads and their stacks are there before.
#pragma omp parallel
  bench_use(0);
  const double before = bench_resident_bytes();
  double full = 0;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t gate;
#pragma omp task detach(gate) depend(iterator(i = 0 : 2, j = 0 : kCells), out : cell[i][j])
    bench_use(0);
    for (long i = 0; i < size; ++i) {
      const struct captured data = {{i, i, i, i, i, i, i, i}};
      // As many chains as cells, and each task in two of them: no list of readers grows long.
      long* mine = &cell[0][i % kCells];
      long* other = &cell[1][(i + i / kCells) % kCells];
#pragma omp task depend(inout : *mine, *other) firstprivate(data, mine)
      *mine += data.value[7] == data.value[0];
    }
    full = bench_resident_bytes();
    omp_fulfill_event(gate);
  }
  long sum = 0;
  for (int i = 0; i < kCells; ++i) sum += cell[0][i];
  if (sum != size) bench_wrong("outstanding", size, sum);
  bench_extra.outstanding = (double)size;
  bench_extra.bytes_per_task = (full - before) / (double)size;
  bench_extra.resident_before = before;
  return size;
}

const struct bench_case bench_memory_cases[] = {
    {"outstanding", BENCH_ONCE, 1000000, 20000, outstanding},
    {NULL, BENCH_FIXED, 0, 0, NULL},
};
