/* loop: bind(parallel), bind(thread), parallel loop, lastprivate, collapse, reduction. */
#include "check.h"

int main(void) {
  static int runs[300];
  int sum = 0;
#pragma omp parallel shared(sum)
  {
#pragma omp loop bind(parallel)
    for (int i = 0; i < 300; ++i) ++runs[i];
#pragma omp loop reduction(+ : sum)
    for (int i = 0; i < 300; ++i) sum += runs[i];
    CHECK_EQUAL(sum, 300);
  }
#pragma omp parallel loop collapse(2)
  for (int i = 0; i < 15; ++i)
    for (int j = 0; j < 20; ++j) ++runs[i * 20 + j];
#pragma omp loop bind(thread)
  for (int i = 0; i < 300; ++i) ++runs[i];
  for (int i = 0; i < 300; ++i) CHECK_EQUAL(runs[i], 3);
  int i;
#pragma omp parallel loop lastprivate(i)
  for (i = 0; i < 60; ++i) continue;
  CHECK_EQUAL(i, 60);
  return 0;
}
