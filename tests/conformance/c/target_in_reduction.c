/* target in_reduction: a target task takes part in a taskgroup's reduction. */
#include "check.h"

int main(void) {
  int sum = 1;
#pragma omp parallel shared(sum)
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum)
    {
#pragma omp target in_reduction(+ : sum)
      sum += 10;
#pragma omp task in_reduction(+ : sum)
      sum += 100;
    }
  }
  CHECK_EQUAL(sum, 111);
  return 0;
}
