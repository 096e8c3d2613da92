/* parallel master, master: the primary thread only, and no barrier. */
#include "check.h"

int main(void) {
  int runs = 0;
#pragma omp parallel master shared(runs)
  {
    CHECK_EQUAL(omp_get_thread_num(), 0);
    ++runs;
  }
  CHECK_EQUAL(runs, 1);
#pragma omp parallel shared(runs)
  {
#pragma omp master
    {
      CHECK_EQUAL(omp_get_thread_num(), 0);
      ++runs;
    }
  }
  CHECK_EQUAL(runs, 2);
#pragma omp master
  ++runs;
  CHECK_EQUAL(runs, 3);
  return 0;
}
