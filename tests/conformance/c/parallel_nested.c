/* parallel nested: teams inside teams, with levels, sizes and ancestors as the queries say. */
#include "check.h"

int main(void) {
  omp_set_max_active_levels(3);
  int leaves = 0;
#pragma omp parallel num_threads(2) shared(leaves)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(3) shared(leaves)
    {
      CHECK_EQUAL(omp_get_level(), 2);
      CHECK_EQUAL(omp_get_active_level(), 2);
      CHECK_EQUAL(omp_get_team_size(0), 1);
      CHECK_EQUAL(omp_get_team_size(1), 2);
      CHECK_EQUAL(omp_get_team_size(2), 3);
      CHECK_EQUAL(omp_get_team_size(3), -1);
      CHECK_EQUAL(omp_get_ancestor_thread_num(1), outer);
      CHECK_EQUAL(omp_get_ancestor_thread_num(2), omp_get_thread_num());
#pragma omp parallel num_threads(2) shared(leaves)
      {
#pragma omp parallel num_threads(4) shared(leaves) /* beyond the limit: inactive */
        {
          CHECK_EQUAL(omp_get_num_threads(), 1);
          CHECK_EQUAL(omp_get_level(), 4);
          CHECK_EQUAL(omp_get_active_level(), 3);
#pragma omp atomic
          ++leaves;
        }
      }
    }
  }
  CHECK_EQUAL(leaves, 2 * 3 * 2);
  omp_set_max_active_levels(1);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    CHECK_EQUAL(omp_get_num_threads(), 1);
  }
  return 0;
}
