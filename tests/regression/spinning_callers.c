/* Threads of the program that spin without end, as OpenBLAS's callers do for its one place, while
 * the region of the one that is in there wants the same cores. The runtime's waiters offered their
 * core by sched_yield(), and each time got it back when the spinners' time slices were over: a
 * region took 180 ms for work of 20 us. */
#include <pthread.h>
#include <stdatomic.h>

#include "check.h"
#include "watchdog.h"

enum { kCallers = 6, kRegions = 80 };

static atomic_int inside;
static double sums[64][8];

static void* call_in_turn(void* opaque) {
  for (int i = 0; i < kRegions; ++i) {
    for (int free = 0; !atomic_compare_exchange_weak(&inside, &free, 1);) free = 0;
#pragma omp parallel num_threads(4)
    {
      double sum = 0;
      for (int j = 0; j < 20000; ++j) sum += j * 0.5;
      sums[omp_get_thread_num()][0] += sum;
    }
    atomic_store(&inside, 0);
  }
  return opaque;
}

int main(void) {
  pthread_t callers[kCallers];
  watchdog(40, "regions of few microseconds lose their cores to spinning threads");
  for (int i = 0; i < kCallers; ++i)
    CHECK_EQUAL(pthread_create(&callers[i], NULL, call_in_turn, NULL), 0);
  for (int i = 0; i < kCallers; ++i) CHECK_EQUAL(pthread_join(callers[i], NULL), 0);
  CHECK(sums[0][0] > 0);
  return 0;
}
