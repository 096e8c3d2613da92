/* task, many: tens of thousands, from one producer and from all members. */
#include "check.h"

int main(void) {
  long sum = 0;
#pragma omp parallel shared(sum)
#pragma omp single
  for (int i = 1; i <= 20000; ++i) {
#pragma omp task firstprivate(i) shared(sum)
    {
#pragma omp atomic
      sum += i;
    }
  }
  CHECK_EQUAL(sum, 20000L * 20001 / 2);
  sum = 0;
#pragma omp parallel shared(sum)
  for (int i = 1; i <= 2000; ++i) {
#pragma omp task firstprivate(i) shared(sum)
    {
#pragma omp atomic
      sum += i;
    }
  }
  CHECK_EQUAL(sum, 2000L * 2001 / 2 * omp_get_max_threads());
  return 0;
}
