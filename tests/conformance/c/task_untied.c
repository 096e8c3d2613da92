/* task untied: taskyield and taskwait inside, children, any thread. */
#include "check.h"

int main(void) {
  int sum = 0;
#pragma omp parallel shared(sum)
#pragma omp single
  for (int i = 0; i < 100; ++i) {
#pragma omp task untied firstprivate(i) shared(sum)
    {
      int local = i;
#pragma omp task shared(local)
      local += 1;
#pragma omp taskyield
#pragma omp taskwait
      CHECK_EQUAL(local, i + 1);
#pragma omp taskyield
#pragma omp atomic
      sum += local;
    }
  }
  CHECK_EQUAL(sum, 5050);
  return 0;
}
