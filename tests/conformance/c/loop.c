/* loop: bind(parallel), bind(thread), reduction. */
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
#pragma omp loop bind(thread)
  for (int i = 0; i < 300; ++i) ++runs[i];
  for (int i = 0; i < 300; ++i) CHECK_EQUAL(runs[i], 2);
  return 0;
}
