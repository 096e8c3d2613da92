/* parallel if: false makes a team of one, true does not. */
#include "check.h"

int main(void) {
  for (int yes = 0; yes < 2; ++yes) {
    int members = 0;
#pragma omp parallel if (yes) reduction(+ : members)
    {
      CHECK_EQUAL(omp_get_level(), 1);
      CHECK_EQUAL(omp_get_active_level(), omp_get_num_threads() > 1);
      ++members;
    }
    CHECK_EQUAL(members, yes ? omp_get_max_threads() : 1);
#pragma omp parallel if (parallel : yes) num_threads(3)
    CHECK_EQUAL(omp_get_num_threads(), yes ? 3 : 1);
  }
  return 0;
}
