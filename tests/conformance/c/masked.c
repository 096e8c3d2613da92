/* masked, filter: the thread the filter names, or none. */
#include "check.h"

int main(void) {
  int runs = 0;
  for (int who = 0; who < 10; ++who) {
    runs = 0;
#pragma omp parallel shared(runs)
    {
#pragma omp masked filter(who)
      {
        CHECK_EQUAL(omp_get_thread_num(), who);
#pragma omp atomic
        ++runs;
      }
    }
    CHECK_EQUAL(runs, who < omp_get_max_threads());
  }
  runs = 0;
#pragma omp parallel shared(runs)
  {
#pragma omp masked filter(omp_get_thread_num()) /* everyone */
#pragma omp atomic
    ++runs;
  }
  CHECK_EQUAL(runs, omp_get_max_threads());
  return 0;
}
