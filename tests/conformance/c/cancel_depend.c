/* cancel taskgroup with dependences: dropped tasks release their successors outside the group.
 * Run with: OMP_CANCELLATION=true */
#include "check.h"

int main(void) {
  for (int round = 0; round < 30; ++round) {
    int x = 0;
    int finished = 0;
#pragma omp parallel shared(x, finished)
#pragma omp single
    {
#pragma omp taskgroup
      {
#pragma omp task depend(out : x)
        {
#pragma omp cancel taskgroup
        }
        for (int i = 0; i < 20; ++i) {
#pragma omp task depend(inout : x) shared(x)
          ++x;
        }
      }
#pragma omp task depend(in : x) shared(finished)
      finished = 1;
    }
    CHECK_EQUAL(x, 0);
    CHECK_EQUAL(finished, 1);
  }
  return 0;
}
