/* for schedule(monotonic: dynamic): each thread's chunks come in increasing order. */
#define SCHEDULE schedule(monotonic : dynamic, 3)
#include "schedule.inc"

int main(void) {
  try_loops();
#pragma omp parallel
  {
    int before = -1;
#pragma omp for schedule(monotonic : dynamic, 2)
    for (int i = 0; i < kMost; ++i) {
      CHECK(i > before);
      before = i;
    }
  }
  return 0;
}
