/* omp_get_*: numbers of threads, levels, teams, inside and outside regions. */
#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_get_thread_num(), 0);
  CHECK_EQUAL(omp_get_num_threads(), 1);
  CHECK_EQUAL(omp_in_parallel(), 0);
  CHECK_EQUAL(omp_get_level(), 0);
  CHECK_EQUAL(omp_get_active_level(), 0);
  CHECK_EQUAL(omp_get_team_size(0), 1);
  CHECK_EQUAL(omp_get_team_size(1), -1);
  CHECK_EQUAL(omp_get_team_size(-1), -1);
  CHECK_EQUAL(omp_get_ancestor_thread_num(0), 0);
  CHECK_EQUAL(omp_get_ancestor_thread_num(1), -1);
  CHECK_EQUAL(omp_get_ancestor_thread_num(-1), -1);
  CHECK_EQUAL(omp_in_final(), 0);
  CHECK(omp_get_num_procs() >= 1);
  CHECK_EQUAL(omp_get_max_threads(), atoi(getenv("OMP_NUM_THREADS")));
  CHECK(omp_get_thread_limit() >= 1);
  CHECK_EQUAL(omp_get_num_teams(), 1);
  CHECK_EQUAL(omp_get_team_num(), 0);
  CHECK_EQUAL(omp_get_cancellation(), 0);
  CHECK(omp_get_supported_active_levels() >= 1);
  CHECK(omp_get_max_active_levels() >= 1);
  omp_set_num_threads(3);
  CHECK_EQUAL(omp_get_max_threads(), 3);
#pragma omp parallel
  {
    CHECK_EQUAL(omp_get_num_threads(), 3);
    CHECK_EQUAL(omp_get_max_threads(), 3);
    CHECK_EQUAL(omp_in_parallel(), 1);
    omp_set_num_threads(2); /* this task's only */
    CHECK_EQUAL(omp_get_max_threads(), 2);
  }
  CHECK_EQUAL(omp_get_max_threads(), 3);
  return 0;
}
