/* for schedule(dynamic, chunk): no chunk is cut but the last. */
#define SCHEDULE schedule(dynamic, 5)
#include "schedule.inc"

int main(void) {
  try_loops();
  static int owner[kMost];
#pragma omp parallel for schedule(dynamic, 20)
  for (int i = 0; i < kMost; ++i) owner[i] = omp_get_thread_num();
  for (int i = 0; i < kMost; ++i) CHECK_EQUAL(owner[i], owner[i / 20 * 20]);
  return 0;
}
