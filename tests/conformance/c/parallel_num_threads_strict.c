/* parallel num_threads(strict: n): as many threads as asked for, where they are to be had; and what
 * severity and message say where they aren't. OpenMP 6.0.
 * Build with: clang-22:-fopenmp-version=60 */
#include "check.h"

static int members(int n) {
  int count = 0;
#pragma omp parallel num_threads(strict : n) reduction(+ : count)
  {
    CHECK_EQUAL(omp_get_num_threads(), n);
    count++;
  }
  return count;
}

int main(void) {
  for (int n = 1; n <= 9; ++n) CHECK_EQUAL(members(n), n);
  int count = 0;
#pragma omp parallel num_threads(strict : 3) severity(warning) message("too few") reduction(+ : count)
  count++;
  CHECK_EQUAL(count, 3);
  omp_set_dynamic(0);
#pragma omp parallel for num_threads(strict : 2) reduction(+ : count)
  for (int i = 0; i < 10; ++i) count++;
  CHECK_EQUAL(count, 13);
  /* A plain one after it has nothing of it left. */
#pragma omp parallel num_threads(4)
  CHECK_EQUAL(omp_get_num_threads(), 4);
  return 0;
}
