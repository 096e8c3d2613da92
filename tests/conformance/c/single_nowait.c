/* single nowait, private, firstprivate: the others don't wait; each instance runs once. */
#include "check.h"

int main(void) {
  int runs = 0;
  int own = 8;
  int first = 3;
#pragma omp parallel shared(runs, own, first)
  for (int round = 0; round < 500; ++round) {
#pragma omp single nowait private(own) firstprivate(first)
    {
      own = first;
#pragma omp atomic
      runs += own;
    }
  }
  CHECK_EQUAL(runs, 1500);
  CHECK_EQUAL(own, 8);
  return 0;
}
