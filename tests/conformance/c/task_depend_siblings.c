/* task depend: siblings only; another task's children are another order. */
#include "check.h"

int main(void) {
  int x = 0;
  int inner = 0;
#pragma omp parallel shared(x, inner)
#pragma omp single
  {
#pragma omp task depend(inout : x) shared(x, inner)
    {
#pragma omp task depend(inout : x) shared(inner)
      inner = 1;
#pragma omp taskwait
      CHECK_EQUAL(inner, 1);
      x = 1;
    }
#pragma omp task depend(in : x) shared(x)
    CHECK_EQUAL(x, 1);
  }
  return 0;
}
