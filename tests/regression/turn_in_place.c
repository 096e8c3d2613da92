/* An ordered region, a doacross loop's `sink` and a loop's beginning are no task scheduling points:
 * who waits there for its turn, or for members that are loops behind, finds its thread's
 * threadprivate variables as it has left them. */
#include <unistd.h>

#include "check.h"

enum { kIterations = 300 };
static int of_thread;
#pragma omp threadprivate(of_thread)

static void leave_task(void) {
#pragma omp task
  of_thread = -1; /* at the loop's end, or where a task may be scheduled */
}

static void be_busy(int turns) {
  for (volatile int i = 0; i < turns; ++i) {
  }
}

static void try_ordered(int threads) {
  int next = 0;
#pragma omp parallel for ordered schedule(dynamic) num_threads(threads)
  for (int i = 0; i < kIterations; ++i) {
    leave_task();
    of_thread = i;
#pragma omp ordered
    {
      CHECK_EQUAL(next, i);
      ++next;
      be_busy(2000);
    }
    CHECK_EQUAL(of_thread, i);
  }
  CHECK_EQUAL(next, kIterations);
}

static void try_doacross(int threads) {
  int next = 0;
#pragma omp parallel for ordered(1) schedule(dynamic) num_threads(threads)
  for (int i = 0; i < kIterations; ++i) {
    leave_task();
    of_thread = i;
#pragma omp ordered depend(sink : i - 1)
    CHECK_EQUAL(next, i);
    ++next;
    be_busy(2000);
    CHECK_EQUAL(of_thread, i);
#pragma omp ordered depend(source)
  }
  CHECK_EQUAL(next, kIterations);
}

/* One member is more loops ahead of the other than the runtime keeps, with tasks of its own queued.
 */
static void try_ahead(void) {
#pragma omp parallel num_threads(2)
  {
    const int me = omp_get_thread_num();
    for (int i = 0; i < 20; ++i)
      if (me == 1) leave_task();
    of_thread = me;
    for (int loop = 0; loop < 20; ++loop) {
#pragma omp for ordered schedule(static) nowait
      for (int i = 0; i < 2; ++i) {
        if (loop == 0 && me == 0) usleep(50000);
        if (i < 0) {
#pragma omp ordered
          of_thread = -1;
        }
      }
    }
    CHECK_EQUAL(of_thread, me);
  }
}

/* In a region of a task that runs on top of its crowded producer, which writes the variable, too.
 */
static void try_above_producer(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(1)
#pragma omp single
  for (int j = 0; j < 600; ++j) {
#pragma omp task firstprivate(j)
    if (j % 50 == 19) {
#pragma omp parallel num_threads(2)
      {
        of_thread = j;
#pragma omp for ordered schedule(static, 1) nowait
        for (int i = 0; i < 3; ++i) {
          if (i == 1) usleep(2000);
#pragma omp ordered
          CHECK_EQUAL(of_thread, j);
        }
      }
    }
    of_thread = -1;
  }
  omp_set_max_active_levels(1);
}

/* On a thread where a task has given way that goes on writing the variable. */
static void try_after_yield(void) {
#pragma omp parallel num_threads(2)
  {
    const int me = omp_get_thread_num();
    if (me == 1) {
#pragma omp task
      for (int k = 0; k < 5; ++k) {
        of_thread = -1;
#pragma omp taskyield
      }
#pragma omp taskyield
    }
    of_thread = me;
#pragma omp for ordered schedule(static, 1) nowait
    for (int i = 0; i < 2; ++i) {
      if (me == 0) usleep(50000);
#pragma omp ordered
      CHECK_EQUAL(of_thread, me);
    }
  }
}

int main(void) {
  for (int threads = 1; threads <= 8; threads *= 2) {
    try_ordered(threads);
    try_doacross(threads);
  }
  for (int round = 0; round < 3; ++round) {
    try_ahead();
    try_above_producer();
    try_after_yield();
  }
  return 0;
}
