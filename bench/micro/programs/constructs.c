// Regions, worksharing and mutual exclusion. An operation is one construct that all threads of the
// team go through, or one critical section or lock taken by one of them.
#define _GNU_SOURCE
#include <omp.h>
#include <stddef.h>
#include <unistd.h>

#include "bench.h"

enum { kIterations = 64 };

static long parallel(long size, int threads) {
  for (long i = 0; i < size; ++i) {
#pragma omp parallel
    bench_use(threads);
  }
  return size;
}

// In each thread of a team a region that isn't parallel any more.
static long nested(long size, int threads) {
#pragma omp parallel
  for (long i = 0; i < size; ++i) {
#pragma omp parallel num_threads(1)
    bench_use(i);
  }
  return size * threads;
}

static long barrier(long size, int threads) {
  (void)threads;
#pragma omp parallel
  for (long i = 0; i < size; ++i) {
#pragma omp barrier
  }
  return size;
}

// The others wait for a flag of the program's own, which the first thread raises after a
// microsecond. Who looks too early sleeps, so it matters who leaves a barrier first.
static long flag(long size, int threads) {
  static int raised;
  (void)threads;
  raised = 0;
#pragma omp parallel
  for (long i = 0; i < size; ++i) {
    if (omp_get_thread_num() == 0) {
      const double end = bench_seconds() + 1e-6;
      while (bench_seconds() < end) {
      }
      __atomic_store_n(&raised, 1, __ATOMIC_RELEASE);
    } else {
      while (__atomic_load_n(&raised, __ATOMIC_ACQUIRE) == 0) usleep(1);
    }
#pragma omp barrier
    if (omp_get_thread_num() == 0) __atomic_store_n(&raised, 0, __ATOMIC_RELAXED);
#pragma omp barrier
  }
  return size;
}

static long for_static(long size, int threads) {
  (void)threads;
#pragma omp parallel
  for (long i = 0; i < size; ++i) {
#pragma omp for schedule(static)
    for (long j = 0; j < kIterations; ++j) bench_use(j);
  }
  return size;
}

static long for_dynamic(long size, int threads) {
  (void)threads;
#pragma omp parallel
  for (long i = 0; i < size; ++i) {
#pragma omp for schedule(dynamic)
    for (long j = 0; j < kIterations; ++j) bench_use(j);
  }
  return size;
}

static long for_guided(long size, int threads) {
  (void)threads;
#pragma omp parallel
  for (long i = 0; i < size; ++i) {
#pragma omp for schedule(guided)
    for (long j = 0; j < kIterations; ++j) bench_use(j);
  }
  return size;
}

// An iteration each, in order.
static long ordered(long size, int threads) {
  (void)threads;
  long done = 0;
#pragma omp parallel for ordered schedule(static, 1)
  for (long i = 0; i < size; ++i) {
#pragma omp ordered
    ++done;
  }
  if (done != size) bench_wrong("ordered", size, done);
  return size;
}

// A wave-front: each iteration waits for the one above and the one on the left.
static long doacross(long size, int threads) {
  enum { kColumns = 64 };
  static int row[kColumns + 1];
  (void)threads;
  const long rows = (size + kColumns - 1) / kColumns;
  for (long j = 0; j <= kColumns; ++j) row[j] = 0;
#pragma omp parallel for ordered(2) schedule(static, 1)
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < kColumns; ++j) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
      ++row[j];
#pragma omp ordered depend(source)
    }
  for (long j = 0; j < kColumns; ++j)
    if (row[j] != rows) bench_wrong("doacross", rows, row[j]);
  return rows * kColumns;
}

static long single(long size, int threads) {
  long done = 0;
  (void)threads;
#pragma omp parallel
  for (long i = 0; i < size; ++i) {
#pragma omp single
    ++done;
  }
  if (done != size) bench_wrong("single", size, done);
  return size;
}

static long reduction(long size, int threads) {
  (void)threads;
  long sum = 0;
#pragma omp parallel
  for (long i = 0; i < size; ++i) {
#pragma omp for reduction(+ : sum)
    for (long j = 0; j < kIterations; ++j) sum += j & 1;
  }
  if (sum != size * kIterations / 2) bench_wrong("reduction", size * kIterations / 2, sum);
  return size;
}

static long critical(long size, int threads) {
  static long done;
  done = 0;
#pragma omp parallel
  for (long i = 0; i < size; ++i) {
#pragma omp critical
    ++done;
  }
  if (done != size * threads) bench_wrong("critical", size * threads, done);
  return done;
}

static long atomic(long size, int threads) {
  static double done;
  done = 0;
#pragma omp parallel
  for (long i = 0; i < size; ++i) {
#pragma omp atomic
    done += 1;
  }
  if (done != (double)(size * threads)) bench_wrong("atomic", size * threads, (long)done);
  return size * threads;
}

static long lock_contended(long size, int threads) {
  static long done;
  done = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel
  for (long i = 0; i < size; ++i) {
    omp_set_lock(&lock);
    ++done;
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  if (done != size * threads) bench_wrong("lock", size * threads, done);
  return done;
}

// Each thread has a lock of its own.
static long lock_free(long size, int threads) {
#pragma omp parallel
  {
    omp_lock_t lock;
    omp_init_lock(&lock);
    for (long i = 0; i < size; ++i) {
      omp_set_lock(&lock);
      bench_use(i);
      omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
  }
  return size * threads;
}

static long nest_lock(long size, int threads) {
#pragma omp parallel
  {
    omp_nest_lock_t lock;
    omp_init_nest_lock(&lock);
    for (long i = 0; i < size; ++i) {
      omp_set_nest_lock(&lock);
      bench_use(i);
      omp_unset_nest_lock(&lock);
    }
    omp_destroy_nest_lock(&lock);
  }
  return size * threads;
}

const struct bench_case bench_construct_cases[] = {
    {"parallel", BENCH_GROWS, 1000, 500, parallel},
    {"nested", BENCH_GROWS, 1000, 500, nested},
    {"barrier", BENCH_GROWS, 1000, 500, barrier},
    {"flag", BENCH_GROWS, 100, 50, flag},
    {"for-static", BENCH_GROWS, 1000, 500, for_static},
    {"for-dynamic", BENCH_GROWS, 1000, 500, for_dynamic},
    {"for-guided", BENCH_GROWS, 1000, 500, for_guided},
    {"ordered", BENCH_GROWS, 1000, 500, ordered},
    {"doacross", BENCH_GROWS, 1024, 512, doacross},
    {"single", BENCH_GROWS, 1000, 500, single},
    {"reduction", BENCH_GROWS, 1000, 500, reduction},
    {"critical", BENCH_GROWS, 10000, 2000, critical},
    {"atomic", BENCH_GROWS, 10000, 2000, atomic},
    {"lock", BENCH_GROWS, 10000, 2000, lock_free},
    {"lock-contended", BENCH_GROWS, 10000, 2000, lock_contended},
    {"nest-lock", BENCH_GROWS, 10000, 2000, nest_lock},
    {NULL, BENCH_FIXED, 0, 0, NULL},
};
