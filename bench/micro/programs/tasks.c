// Cases without dependences: what creating, running and awaiting an empty task costs.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <semaphore.h>
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

static char* place_nowhere(int node, int strict) {
  static char meaningless;
  (void)node, (void)strict;
  return &meaningless;
}

// tidemill_node() of tidemill/affinity.h; on other runtimes a function that does nothing.
typedef char* place_function(int node, int strict);
static place_function* find_place(void) {
  void* const symbol = dlsym(RTLD_DEFAULT, "tidemill_node");
  return symbol != NULL ? (place_function*)symbol : place_nowhere;
}

static void create_placed(long size, int strict) {
  place_function* const place = find_place();
  for (long i = 0; i < size; ++i) {
#pragma omp task firstprivate(i) affinity(*place(0, strict))
    bench_use(i);
  }
}

// As flat, with an affinity; that of a team on one memory node says nothing.
static long affinity(long size, int threads) {
  (void)threads;
#pragma omp parallel
#pragma omp single
  create_placed(size, 0);
  return size;
}

// Wants TIDEMILL_TOPOLOGY: by a thread of two, each on a memory node of its own, tasks for its
// node. The other one waits outside the runtime: it neither takes tasks, nor executes instructions.
enum placed { kUnplaced, kPlaced, kPlacedStrictly };
static long on_two_nodes(long size, enum placed placed) {
  sem_t done;
  sem_init(&done, 0, 0);
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    if (placed == kUnplaced) {
      for (long i = 0; i < size; ++i) {
#pragma omp task firstprivate(i)
        bench_use(i);
      }
    } else {
      create_placed(size, placed == kPlacedStrictly);
    }
#pragma omp taskwait
    sem_post(&done);
  } else {
    while (sem_wait(&done) != 0) continue;
  }
  sem_destroy(&done);
  return size;
}
static long nodes(long size, int threads) {
  (void)threads;
  return on_two_nodes(size, kUnplaced);
}
static long nodes_affinity(long size, int threads) {
  (void)threads;
  return on_two_nodes(size, kPlaced);
}
static long nodes_strict(long size, int threads) {
  (void)threads;
  return on_two_nodes(size, kPlacedStrictly);
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
    {"affinity", BENCH_FIXED, 50000, 8000, affinity},
    {"nodes", BENCH_FIXED, 50000, 8000, nodes},
    {"nodes-affinity", BENCH_FIXED, 50000, 8000, nodes_affinity},
    {"nodes-strict", BENCH_FIXED, 50000, 8000, nodes_strict},
    {NULL, BENCH_FIXED, 0, 0, NULL},
};
