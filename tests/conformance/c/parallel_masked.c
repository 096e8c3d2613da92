/* parallel masked, filter: one thread of the team, or none. */
#include "check.h"

int main(void) {
  int runs = 0;
#pragma omp parallel masked shared(runs)
  {
    CHECK_EQUAL(omp_get_thread_num(), 0);
    ++runs;
  }
  CHECK_EQUAL(runs, 1);
  for (int who = 0; who < 10; ++who) {
    runs = 0;
#pragma omp parallel masked filter(who) shared(runs)
    {
      CHECK_EQUAL(omp_get_thread_num(), who);
      ++runs;
    }
    CHECK_EQUAL(runs, who < omp_get_max_threads());
  }
  return 0;
}
