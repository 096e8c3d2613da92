/* cancel parallel, cancellation point parallel: the team leaves the region, tasks and all.
 * Run with: OMP_CANCELLATION=true */
#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_get_cancellation(), 1);
  for (int round = 0; round < 50; ++round) {
    int after = 0;
    int reached = 0;
#pragma omp parallel shared(after, reached)
    {
      if (omp_get_thread_num() == 0) {
#pragma omp atomic
        ++reached;
#pragma omp cancel parallel
#pragma omp atomic
        ++after;
      } else {
        for (;;) {
#pragma omp cancellation point parallel
          sched_yield();
        }
      }
    }
    CHECK_EQUAL(after, 0);
    CHECK_EQUAL(reached, 1);
    int members = 0;
#pragma omp parallel shared(members) /* the next region is whole */
    {
#pragma omp barrier
#pragma omp atomic
      ++members;
    }
    CHECK_EQUAL(members, omp_get_max_threads());
  }
  return 0;
}
