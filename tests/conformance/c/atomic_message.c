/* atomic release and acquire: a message through plain memory. */
#include "check.h"

int main(void) {
  if (omp_get_max_threads() < 2) omp_set_num_threads(2);
  for (int round = 1; round <= 20; ++round) {
    int message = 0;
    int ready = 0;
#pragma omp parallel shared(message, ready)
    {
      if (omp_get_thread_num() == 0) {
        message = round;
#pragma omp atomic write release
        ready = 1;
      } else {
        int seen = 0;
        while (!seen) {
#pragma omp atomic read acquire
          seen = ready;
          if (!seen) sched_yield();
        }
        CHECK_EQUAL(message, round);
      }
    }
  }
  return 0;
}
