/* for schedule(static, chunk): chunks in turn, by thread number. */
#define SCHEDULE schedule(static, 3)
#include "schedule.inc"

int main(void) {
  try_loops();
  for (int chunk = 1; chunk < 20; chunk += 6) {
#pragma omp parallel for schedule(static, chunk)
    for (int i = 0; i < kMost; ++i)
      CHECK_EQUAL(omp_get_thread_num(), i / chunk % omp_get_num_threads());
  }
  return 0;
}
