/* task depend(inout): a chain runs in the order of creation. */
#include "check.h"

int main(void) {
  int x = 0;
#pragma omp parallel shared(x)
#pragma omp single
  for (int i = 0; i < 300; ++i) {
#pragma omp task depend(inout : x) firstprivate(i) shared(x)
    {
      CHECK_EQUAL(x, i);
      x = i + 1;
    }
  }
  CHECK_EQUAL(x, 300);
  return 0;
}
