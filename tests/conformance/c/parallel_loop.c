/* parallel loop: collapse, lastprivate, reduction. */
#include "check.h"

int main(void) {
  static int runs[300];
#pragma omp parallel loop collapse(2)
  for (int i = 0; i < 15; ++i)
    for (int j = 0; j < 20; ++j) ++runs[i * 20 + j];
  for (int i = 0; i < 300; ++i) CHECK_EQUAL(runs[i], 1);
  int i;
#pragma omp parallel loop lastprivate(i)
  for (i = 0; i < 60; ++i) continue;
  CHECK_EQUAL(i, 60);
  int sum = 0;
#pragma omp parallel loop reduction(+ : sum)
  for (int j = 0; j < 300; ++j) sum += runs[j];
  CHECK_EQUAL(sum, 300);
  return 0;
}
