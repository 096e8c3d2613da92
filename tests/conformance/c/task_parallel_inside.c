/* parallel inside tasks: a task may start a team of its own, with its own tasks. */
#include "check.h"

int main(void) {
  omp_set_max_active_levels(2);
  int sum = 0;
#pragma omp parallel shared(sum) num_threads(2)
#pragma omp single
  for (int i = 0; i < 10; ++i) {
#pragma omp task shared(sum)
    {
      int members = 0;
#pragma omp parallel num_threads(2) shared(members, sum)
      {
#pragma omp atomic
        ++members;
#pragma omp task shared(sum)
        {
#pragma omp atomic
          ++sum;
        }
      }
      CHECK_EQUAL(members, 2);
    }
  }
  CHECK_EQUAL(sum, 20);
  return 0;
}
