/* cancel for, cancellation point for, if: the loop ends early, the team goes on.
 * Run with: OMP_CANCELLATION=true */
#include "check.h"

int main(void) {
  for (int k = 1; k <= 3; ++k) {
    omp_set_schedule((omp_sched_t)k, 4);
    int runs = 0;
    int members = 0;
    int late = 0;
#pragma omp parallel shared(runs, members, late)
    {
#pragma omp for schedule(runtime)
      for (int i = 0; i < 100000; ++i) {
#pragma omp cancellation point for
#pragma omp atomic
        ++runs;
#pragma omp cancel for if (i % 10 == 5)
        if (i % 10 == 5) {
#pragma omp atomic
          ++late;
        }
      }
#pragma omp atomic
      ++members;
#pragma omp barrier
#pragma omp for schedule(runtime) /* the next loop is whole */
      for (int i = 0; i < 100; ++i) {
#pragma omp cancel for if (i < 0)
#pragma omp atomic
        late += i == 50;
      }
    }
    CHECK(runs < 100000);
    CHECK_EQUAL(members, omp_get_max_threads());
    CHECK_EQUAL(late, 1);
  }
  return 0;
}
