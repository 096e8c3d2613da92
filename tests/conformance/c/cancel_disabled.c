/* cancel without OMP_CANCELLATION: has no effect, all of it runs.
 * Run with: OMP_CANCELLATION=false */
#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_get_cancellation(), 0);
  int runs = 0;
#pragma omp parallel shared(runs)
  {
#pragma omp for
    for (int i = 0; i < 100; ++i) {
#pragma omp cancel for
#pragma omp atomic
      ++runs;
    }
#pragma omp cancel parallel
#pragma omp single
    {
#pragma omp taskgroup
      for (int i = 0; i < 10; ++i) {
#pragma omp task shared(runs)
        {
#pragma omp cancel taskgroup
#pragma omp atomic
          ++runs;
        }
      }
    }
  }
  CHECK_EQUAL(runs, 110);
  return 0;
}
