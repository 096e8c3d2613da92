/* omp_* functions a program calls: threads, levels, schedule, time, places that aren't, devices. */
#include "check.h"

static void outside_regions(void) {
  CHECK_EQUAL(omp_get_thread_num(), 0);
  CHECK_EQUAL(omp_get_num_threads(), 1);
  CHECK_EQUAL(omp_in_parallel(), 0);
  CHECK_EQUAL(omp_get_level(), 0);
  CHECK_EQUAL(omp_get_active_level(), 0);
  CHECK_EQUAL(omp_get_team_size(0), 1);
  CHECK_EQUAL(omp_get_ancestor_thread_num(0), 0);
  CHECK_EQUAL(omp_get_ancestor_thread_num(1), -1);
  CHECK_EQUAL(omp_in_final(), 0);
  CHECK(omp_get_num_procs() >= 1);
  CHECK_EQUAL(omp_get_max_threads(), atoi(getenv("OMP_NUM_THREADS")));
  CHECK(omp_get_thread_limit() >= 1);
  CHECK_EQUAL(omp_get_num_teams(), 1);
  CHECK_EQUAL(omp_get_team_num(), 0);
  CHECK_EQUAL(omp_get_cancellation(), 0);
}

static void settable(void) {
  omp_set_num_threads(3);
  CHECK_EQUAL(omp_get_max_threads(), 3);
#pragma omp parallel
  {
    CHECK_EQUAL(omp_get_num_threads(), 3);
    CHECK_EQUAL(omp_get_max_threads(), 3);
#pragma omp single
    omp_set_num_threads(2); /* this task's only */
#pragma omp master
    CHECK(omp_get_max_threads() == 3 || omp_get_max_threads() == 2);
  }
  CHECK_EQUAL(omp_get_max_threads(), 3);
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
    CHECK_EQUAL(kind & 0x7fffffff, kinds[k]);
    CHECK_EQUAL(chunk, 6);
  }
}

static void time(void) {
  const double before = omp_get_wtime();
  for (volatile int i = 0; i < 100000; ++i) continue;
  const double after = omp_get_wtime();
  CHECK(after > before);
  CHECK(after - before < 10);
  CHECK(omp_get_wtick() > 0 && omp_get_wtick() < 0.1);
}

static void devices(void) {
  CHECK_EQUAL(omp_is_initial_device(), 1);
  CHECK_EQUAL(omp_get_num_devices(), 0);
  CHECK_EQUAL(omp_get_initial_device(), omp_get_num_devices());
}

int main(void) {
  outside_regions();
  settable();
  time();
  devices();
  return 0;
}
