/* taskgroup task_reduction of an array section: with an offset, through a pointer. */
#include "check.h"

int main(void) {
  double* sums = calloc(100, sizeof(double));
#pragma omp parallel shared(sums)
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sums [10:50])
    for (int i = 0; i < 100; ++i) {
#pragma omp task in_reduction(+ : sums [10:50]) firstprivate(i)
      sums[10 + i % 50] += i;
    }
    for (int i = 0; i < 50; ++i) CHECK(sums[10 + i] == 2 * i + 50);
    CHECK(sums[9] == 0 && sums[60] == 0);
  }
  free(sums);
  return 0;
}
