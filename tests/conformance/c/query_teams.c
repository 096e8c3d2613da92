/* omp_set_num_teams, omp_set_teams_thread_limit: and what teams make of them. */
#include "check.h"

int main(void) {
  omp_set_num_teams(3);
  CHECK_EQUAL(omp_get_max_teams(), 3);
  omp_set_teams_thread_limit(2);
  CHECK_EQUAL(omp_get_teams_thread_limit(), 2);
  int leagues = 0;
#pragma omp teams reduction(+ : leagues)
  {
    CHECK(omp_get_num_teams() <= 3);
    leagues += 1;
#pragma omp parallel num_threads(8)
    CHECK(omp_get_num_threads() <= 2);
  }
  CHECK(leagues >= 1 && leagues <= 3);
  return 0;
}
