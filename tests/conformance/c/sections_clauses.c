/* sections private, firstprivate, lastprivate, reduction: the last section's value stays. */
#include "check.h"

int main(void) {
  int last = -1;
  int first = 4;
  int own = 9;
  int sum = 1;
#pragma omp parallel shared(last, sum, first, own)
  {
#pragma omp sections lastprivate(last) firstprivate(first) private(own) reduction(+ : sum)
    {
#pragma omp section
      {
        own = 1;
        last = own;
        sum += first;
      }
#pragma omp section
      {
        own = 2;
        last = own;
        sum += first;
      }
#pragma omp section
      {
        own = 3;
        last = own;
        sum += first;
      }
    }
    CHECK_EQUAL(last, 3);
    CHECK_EQUAL(sum, 13);
  }
  CHECK_EQUAL(own, 9);
  return 0;
}
