/* parallel num_threads: the team has as many members as asked, before all settings. */
#include "check.h"

int main(void) {
  for (int n = 1; n <= 17; ++n) {
    int members = 0;
#pragma omp parallel num_threads(n) reduction(+ : members)
    {
      CHECK_EQUAL(omp_get_num_threads(), n);
      ++members;
    }
    CHECK_EQUAL(members, n);
  }
  for (int n = 17; n >= 1; n -= 4) {
#pragma omp parallel num_threads(n)
    CHECK_EQUAL(omp_get_num_threads(), n);
  }
  return 0;
}
