/* for lastprivate: the value of the last iteration, for every schedule. */
#include "check.h"

int main(void) {
  for (int k = 1; k <= 4; ++k) {
    int last = -1;
    double twice = -1;
    int array[3] = {0};
    omp_set_schedule((omp_sched_t)k, 3);
#pragma omp parallel for schedule(runtime) lastprivate(last, twice, array)
    for (int i = 0; i < 100; i += 3) {
      last = i;
      twice = 2.0 * i;
      array[0] = array[1] = array[2] = i;
    }
    CHECK_EQUAL(last, 99);
    CHECK(twice == 198);
    CHECK_EQUAL(array[2], 99);
    int both = 7;
#pragma omp parallel for schedule(runtime) firstprivate(both) lastprivate(both)
    for (int i = 0; i < 50; ++i) {
      CHECK(both >= 7);
      if (i == 49) both = 1000;
    }
    CHECK_EQUAL(both, 1000);
    int i;
#pragma omp parallel for schedule(runtime) lastprivate(i)
    for (i = 0; i < 77; ++i) continue;
    CHECK_EQUAL(i, 77);
  }
  return 0;
}
