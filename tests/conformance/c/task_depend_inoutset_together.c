/* task depend(inoutset): the tasks of a set run at the same time, on two threads or more. */
#include "check.h"

int main(void) {
  if (omp_get_max_threads() < 2) omp_set_num_threads(2);
  int x = 0;
  int met = 0;
#pragma omp parallel shared(x, met)
#pragma omp single
  {
    for (int k = 0; k < 2; ++k) {
#pragma omp task depend(inoutset : x) shared(met)
      {
        int seen = 0;
#pragma omp atomic
        ++met;
        while (seen < 2) {
#pragma omp atomic read
          seen = met;
          if (seen < 2) sched_yield();
        }
      }
    }
#pragma omp task depend(in : x) shared(met)
    CHECK_EQUAL(met, 2);
  }
  return 0;
}
