/* cancel taskgroup, cancellation point taskgroup: tasks not begun are dropped; others go on.
 * Run with: OMP_CANCELLATION=true */
#include "check.h"

int main(void) {
  for (int round = 0; round < 30; ++round) {
    int runs = 0;
    int outside = 0;
    int after = 0;
#pragma omp parallel shared(runs, outside, after)
#pragma omp single
    {
      for (int i = 0; i < 10; ++i) {
#pragma omp task shared(outside)
        {
#pragma omp atomic
          ++outside;
        }
      }
#pragma omp taskgroup
      {
#pragma omp task shared(after)
        {
#pragma omp cancel taskgroup
#pragma omp atomic
          ++after;
        }
        for (int i = 0; i < 200; ++i) {
#pragma omp task shared(runs, after)
          {
#pragma omp atomic
            ++runs;
            for (;;) { /* until the group is cancelled */
#pragma omp cancellation point taskgroup
              sched_yield();
#pragma omp taskyield
            }
          }
        }
      }
      int inner = 0;
#pragma omp taskgroup /* the next group is whole */
      for (int i = 0; i < 10; ++i) {
#pragma omp task shared(inner)
        {
#pragma omp atomic
          ++inner;
        }
      }
      CHECK_EQUAL(inner, 10);
    }
    CHECK_EQUAL(outside, 10);
    CHECK_EQUAL(after, 0);
    CHECK(runs <= 200);
  }
  return 0;
}
