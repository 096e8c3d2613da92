/* single: one member runs it, the others wait for its end. */
#include "check.h"

int main(void) {
  int runs = 0;
#pragma omp parallel shared(runs)
  for (int round = 1; round <= 500; ++round) {
#pragma omp single
    ++runs;
    CHECK_EQUAL(runs, round);
#pragma omp barrier
  }
  CHECK_EQUAL(runs, 500);
  return 0;
}
