/* parallel: every member runs the region once, under its own number; all end before it does. */
#include "check.h"

int main(void) {
  static int runs[256];
  for (int round = 1; round <= 20; ++round) {
    int members = 0;
#pragma omp parallel shared(members, runs)
    {
      CHECK_EQUAL(omp_in_parallel(), omp_get_num_threads() > 1);
      CHECK_EQUAL(omp_get_level(), 1);
      ++runs[omp_get_thread_num()];
#pragma omp atomic
      ++members;
    }
    CHECK_EQUAL(members, omp_get_max_threads());
    for (int i = 0; i < members; ++i) CHECK_EQUAL(runs[i], round);
  }
  return 0;
}
