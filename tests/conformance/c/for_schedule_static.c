/* for schedule(static): every iteration once; equal blocks, the same owner in the same loop. */
#define SCHEDULE schedule(static)
#include "schedule.inc"

int main(void) {
  try_loops();
  static int owner[kMost];
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < kMost; ++i) owner[i] = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < kMost; ++i) CHECK_EQUAL(owner[i], omp_get_thread_num());
  }
  for (int i = 1; i < kMost; ++i) CHECK(owner[i] >= owner[i - 1]);
  return 0;
}
