// Cases without dependences: what creating, running and awaiting an empty task costs.
#include <omp.h>
#include <stddef.h>

#include "bench.h"

static long flat(long size, int threads) {
  (void)threads;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; ++i) {
#pragma omp task firstprivate(i)
    bench_use(i);
  }
  return size;
}

static long by_all(long size, int threads) {
  const long each = size / threads;
#pragma omp parallel
  for (long i = 0; i < each; ++i) {
#pragma omp task firstprivate(i)
    bench_use(i);
  }
  return each * threads;
}

static long with_taskwait(long size, int threads) {
  (void)threads;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; ++i) {
#pragma omp task firstprivate(i)
    bench_use(i);
#pragma omp taskwait
  }
  return size;
}

// The smallest thing that a divide and conquer does.
static long pair(long size, int threads) {
  long sum = 0;
  (void)threads;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; i += 2) {
    long first, second;
#pragma omp task shared(first) firstprivate(i)
    first = i;
#pragma omp task shared(second) firstprivate(i)
    second = i + 1;
#pragma omp taskwait
    sum += first + second;
  }
  if (sum != size / 2 * (size - 1)) bench_wrong("pair", size / 2 * (size - 1), sum);
  return size;
}

// As flat, beside a sibling that isn't complete: it waits for an event until all are created.
static long beside_waiting(long size, int threads) {
  (void)threads;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event)
    bench_use(0);
    for (long i = 0; i < size; ++i) {
#pragma omp task firstprivate(i)
      bench_use(i);
    }
    omp_fulfill_event(event);
  }
  return size;
}

static long undeferred(long size, int threads) {
  (void)threads;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; ++i) {
#pragma omp task if (0) firstprivate(i)
    bench_use(i);
  }
  return size;
}

// Where nobody but their creator could run them.
static long outside(long size, int threads) {
  (void)threads;
  for (long i = 0; i < size; ++i) {
#pragma omp task firstprivate(i)
    bench_use(i);
  }
#pragma omp taskwait
  return size;
}

static long taskloop(long size, int threads) {
  (void)threads;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(1)
  for (long i = 0; i < size; ++i) bench_use(i);
  return size;
}

static long taskgroup(long size, int threads) {
  enum { kTasks = 4 };
  (void)threads;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; i += kTasks) {
#pragma omp taskgroup
    for (long j = i; j < i + kTasks; ++j) {
#pragma omp task firstprivate(j)
      bench_use(j);
    }
  }
  return (size + kTasks - 1) / kTasks * kTasks;
}

// Wants OMP_MAX_TASK_PRIORITY, or the runtime ignores the clause.
static long priority(long size, int threads) {
  (void)threads;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; ++i) {
#pragma omp task firstprivate(i) priority((int)(i & 7))
    bench_use(i);
  }
  return size;
}

static long detach(long size, int threads) {
  (void)threads;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < size; ++i) {
    omp_event_handle_t event;
#pragma omp task detach(event) firstprivate(i)
    {
      bench_use(i);
      omp_fulfill_event(event);
    }
  }
  return size;
}

const struct bench_case bench_task_cases[] = {
    {"flat", BENCH_FIXED, 100000, 8000, flat},
    {"by-all", BENCH_FIXED, 100000, 8000, by_all},
    {"taskwait", BENCH_FIXED, 50000, 8000, with_taskwait},
    {"pair", BENCH_FIXED, 50000, 8000, pair},
    {"beside-waiting", BENCH_FIXED, 50000, 8000, beside_waiting},
    {"undeferred", BENCH_FIXED, 50000, 8000, undeferred},
    {"outside", BENCH_FIXED, 50000, 8000, outside},
    {"taskloop", BENCH_FIXED, 50000, 8000, taskloop},
    {"taskgroup", BENCH_FIXED, 50000, 8000, taskgroup},
    {"priority", BENCH_FIXED, 50000, 8000, priority},
    {"detach", BENCH_FIXED, 50000, 8000, detach},
    {NULL, BENCH_FIXED, 0, 0, NULL},
};
