/* for private, firstprivate, reduction: clauses on the loop itself. */
#include "check.h"

int main(void) {
  int own = 9;
  int first = 2;
  int sum = 5;
#pragma omp parallel shared(own, first, sum)
  {
#pragma omp for private(own) firstprivate(first) reduction(+ : sum) schedule(dynamic, 3)
    for (int i = 0; i < 100; ++i) {
      own = i * first;
      sum += own;
    }
    CHECK_EQUAL(sum, 5 + 9900);
  }
  CHECK_EQUAL(own, 9);
  return 0;
}
