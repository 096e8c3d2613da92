/* omp_in_explicit_task: of 5.2; true in a task only. */
#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_in_explicit_task(), 0);
#pragma omp parallel
  {
    CHECK_EQUAL(omp_in_explicit_task(), 0);
#pragma omp task
    {
      CHECK_EQUAL(omp_in_explicit_task(), 1);
#pragma omp parallel num_threads(1)
      CHECK_EQUAL(omp_in_explicit_task(), 0);
    }
  }
  return 0;
}
