/* An ordered region and a doacross loop's `sink` are no task scheduling points: who waits there for
 * its turn finds its thread's threadprivate variables as it has left them. */
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

int main(void) {
  for (int threads = 1; threads <= 8; threads *= 2) {
    try_ordered(threads);
    try_doacross(threads);
  }
  return 0;
}
