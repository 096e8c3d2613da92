/* taskloop nogroup: does not wait; the enclosing group does. */
#include "check.h"

int main(void) {
  static int runs[200];
#pragma omp parallel
#pragma omp single
  for (int round = 1; round <= 10; ++round) {
#pragma omp taskgroup
    {
#pragma omp taskloop nogroup num_tasks(9)
      for (int i = 0; i < 200; ++i) {
#pragma omp atomic
        ++runs[i];
      }
#pragma omp taskloop nogroup grainsize(20)
      for (int i = 0; i < 200; ++i) {
#pragma omp atomic
        ++runs[i];
      }
    }
    for (int i = 0; i < 200; ++i) CHECK_EQUAL(runs[i], 2 * round);
  }
  return 0;
}
