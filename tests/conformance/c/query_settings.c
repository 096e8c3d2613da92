/* omp_set_*, omp_get_*: dynamic, schedule, max-active-levels, their values per task. */
#include "check.h"

int main(void) {
  omp_set_dynamic(1);
  CHECK_EQUAL(omp_get_dynamic(), 1);
  omp_set_dynamic(0);
  CHECK_EQUAL(omp_get_dynamic(), 0);
  omp_set_max_active_levels(4);
  CHECK_EQUAL(omp_get_max_active_levels(), 4);
  omp_set_max_active_levels(1);
  const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided};
  for (int k = 0; k < 3; ++k) {
    omp_sched_t kind;
    int chunk;
    omp_set_schedule(kinds[k], 6);
    omp_get_schedule(&kind, &chunk);
    CHECK_EQUAL((unsigned)kind & 0x7fffffffU, kinds[k]);
    CHECK_EQUAL(chunk, 6);
  }
#pragma omp parallel
  {
    omp_sched_t kind;
    int chunk;
    omp_set_schedule(omp_sched_static, 1 + omp_get_thread_num());
    omp_get_schedule(&kind, &chunk);
    CHECK_EQUAL(chunk, 1 + omp_get_thread_num());
  }
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL((unsigned)kind & 0x7fffffffU, omp_sched_guided);
  return 0;
}
