/* masked taskloop, parallel masked taskloop, ... simd: the combined forms of 5.1. */
#include "check.h"

int main(void) {
  static int runs[200];
#pragma omp parallel
  {
#pragma omp masked taskloop num_tasks(6) filter(omp_get_num_threads() - 1)
    for (int i = 0; i < 200; ++i) ++runs[i];
#pragma omp barrier
#pragma omp masked taskloop simd
    for (int i = 0; i < 200; ++i) ++runs[i];
  }
#pragma omp parallel masked taskloop
  for (int i = 0; i < 200; ++i) ++runs[i];
#pragma omp parallel masked taskloop simd grainsize(16)
  for (int i = 0; i < 200; ++i) ++runs[i];
  for (int i = 0; i < 200; ++i) CHECK_EQUAL(runs[i], 4);
  return 0;
}
