/* for schedule(runtime): each kind and chunk of omp_set_schedule. */
#define SCHEDULE schedule(runtime)
#include "schedule.inc"

int main(void) {
  const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided,
                               omp_sched_auto};
  for (int k = 0; k < 4; ++k)
    for (int chunk = 0; chunk < 12; chunk += 5) {
      omp_set_schedule(kinds[k], chunk);
      try_loops();
    }
  omp_set_schedule((omp_sched_t)(omp_sched_dynamic | omp_sched_monotonic), 2);
  try_loops();
  return 0;
}
