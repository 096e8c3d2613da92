/* master taskloop, parallel master taskloop, ... simd: the combined forms of 5.0. */
#include "check.h"

int main(void) {
  static int runs[200];
  int sum = 0;
#pragma omp parallel
  {
#pragma omp master taskloop num_tasks(6)
    for (int i = 0; i < 200; ++i) ++runs[i];
#pragma omp barrier
#pragma omp master taskloop simd
    for (int i = 0; i < 200; ++i) ++runs[i];
  }
#pragma omp parallel master taskloop reduction(+ : sum)
  for (int i = 0; i < 200; ++i) {
    ++runs[i];
    sum += i;
  }
  CHECK_EQUAL(sum, 19900);
#pragma omp parallel master taskloop simd grainsize(16)
  for (int i = 0; i < 200; ++i) ++runs[i];
  for (int i = 0; i < 200; ++i) CHECK_EQUAL(runs[i], 4);
  return 0;
}
