// A hundred thousand tasks suspended at once, by Tidemill's own functions: no other runtime has
// any. What each keeps resident, and what creating, suspending and resuming it takes.
#include <stddef.h>
#include <stdlib.h>
#include <tidemill/tasking.h>

#include "bench.h"

static long suspended(long size, int threads) {
  (void)threads;
  void** context = calloc((size_t)size, sizeof *context);
  if (context == NULL) bench_wrong("memory for contexts", size, 0);
  // Its pages are no task's memory.
  for (long i = 0; i < size; ++i) context[i] = context;
  long arrived = 0, resumed = 0;
#pragma omp parallel
  bench_use(0);
  const double before = bench_resident_bytes();
  double full = 0;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; ++i) {
#pragma omp task untied firstprivate(i, size) shared(context, arrived, resumed, full)
    {
      long now;
      void* mine = tidemill_get_current_blocking_context();
      context[i] = mine;
#pragma omp atomic capture seq_cst
      now = ++arrived;
      if (now == size) {
        full = bench_resident_bytes();
        for (long other = 0; other < size; ++other) tidemill_unblock_task(context[other]);
      }
      tidemill_block_current_task(mine);
#pragma omp atomic
      ++resumed;
    }
  }
  if (resumed != size) bench_wrong("suspended", size, resumed);
  free(context);
  bench_extra.outstanding = (double)size;
  bench_extra.bytes_per_task = (full - before) / (double)size;
  bench_extra.resident_before = before;
  return size;
}

int main(int argc, char** argv) {
  static const struct bench_case cases[] = {{"suspended", BENCH_ONCE, 100000, 1000, suspended},
                                            {NULL, BENCH_FIXED, 0, 0, NULL}};
  static const struct bench_case* const tables[] = {cases, NULL};
  return bench_main(argc, argv, tables);
}
