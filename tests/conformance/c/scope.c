/* scope: private, reduction, nowait; bound to the team, run by all. */
#include "check.h"

int main(void) {
  int sum = 10;
  int own = -1;
  int other = 0;
#pragma omp parallel shared(sum, other, own)
  {
#pragma omp scope reduction(+ : sum) private(own)
    {
      own = omp_get_thread_num();
      sum += own;
    }
    const int n = omp_get_num_threads();
    CHECK_EQUAL(sum, 10 + n * (n - 1) / 2);
#pragma omp scope nowait
    {
#pragma omp atomic
      ++other;
    }
#pragma omp barrier
    CHECK_EQUAL(other, n);
  }
  CHECK_EQUAL(own, -1);
  return 0;
}
