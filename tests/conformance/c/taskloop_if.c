/* taskloop if(0): undeferred tasks, run by the creator. */
#define CLAUSES if (0)
#include "taskloop.inc"

int main(void) {
  try_taskloops();
  (void)count_sizes;
#pragma omp parallel
#pragma omp single
  {
    const int me = omp_get_thread_num();
#pragma omp taskloop if (taskloop : 0) num_tasks(10)
    for (int i = 0; i < 100; ++i) CHECK_EQUAL(omp_get_thread_num(), me);
  }
  return 0;
}
