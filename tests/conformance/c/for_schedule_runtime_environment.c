/* for schedule(runtime) from OMP_SCHEDULE: kind and chunk of the environment.
 * Run with: OMP_SCHEDULE=guided,3 */
#define SCHEDULE schedule(runtime)
#include "schedule.inc"

int main(void) {
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL((unsigned)kind & 0x7fffffffU, omp_sched_guided);
  CHECK_EQUAL(chunk, 3);
  try_loops();
  return 0;
}
