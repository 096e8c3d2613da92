/* taskwait depend: waits for the matching siblings only. */
#include "check.h"

int main(void) {
  int x = 0;
  int y = 0;
#pragma omp parallel shared(x, y)
#pragma omp single
  for (int i = 1; i <= 50; ++i) {
#pragma omp task depend(out : x) shared(x) firstprivate(i)
    x = i;
#pragma omp task depend(out : y) shared(y) firstprivate(i)
    y = i;
#pragma omp taskwait depend(in : x)
    CHECK_EQUAL(x, i);
#pragma omp taskwait depend(inout : y)
    CHECK_EQUAL(y, i);
#pragma omp taskwait
  }
  return 0;
}
