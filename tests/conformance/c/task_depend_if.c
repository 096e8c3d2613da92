/* task depend with if(0): the creator waits for the predecessors, then runs it. */
#include "check.h"

int main(void) {
  int x = 0;
#pragma omp parallel shared(x)
#pragma omp single
  for (int i = 1; i <= 50; ++i) {
#pragma omp task depend(out : x) shared(x) firstprivate(i)
    x = i;
#pragma omp task if (0) depend(inout : x) shared(x)
    {
      CHECK_EQUAL(x, i);
      x = 0;
    }
    CHECK_EQUAL(x, 0);
#pragma omp task depend(in : x) shared(x)
    CHECK_EQUAL(x, 0);
  }
  return 0;
}
