/* teams: num_teams, thread_limit, private, firstprivate, reduction; teams and their parallel. */
#include "check.h"

int main(void) {
  int leagues = 0;
  int first = 3;
#pragma omp teams num_teams(4) thread_limit(3) firstprivate(first) reduction(+ : leagues)
  {
    CHECK(omp_get_num_teams() >= 1 && omp_get_num_teams() <= 4);
    CHECK(omp_get_team_num() >= 0 && omp_get_team_num() < omp_get_num_teams());
    CHECK_EQUAL(first, 3);
    first += omp_get_team_num();
    leagues += omp_get_team_num() == 0 ? omp_get_num_teams() : 0;
    int members = 0;
#pragma omp parallel num_threads(2) reduction(+ : members)
    {
      CHECK(omp_get_num_threads() <= 2);
      ++members;
    }
    CHECK(members == 1 || members == 2);
  }
  CHECK(leagues >= 1 && leagues <= 4);
  CHECK_EQUAL(omp_get_num_teams(), 1);
  CHECK_EQUAL(omp_get_team_num(), 0);
#pragma omp teams thread_limit(2)
#pragma omp parallel num_threads(8)
  CHECK(omp_get_num_threads() <= 2);
  return 0;
}
