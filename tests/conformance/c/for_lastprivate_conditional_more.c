/* for lastprivate(conditional), schedules: several variables, one of them never assigned. */
#include "check.h"

int main(void) {
  for (int k = 1; k <= 3; ++k) {
    omp_set_schedule((omp_sched_t)k, 4);
    int found = -1;
    int never = 12;
#pragma omp parallel for schedule(runtime) lastprivate(conditional : found, never)
    for (int i = 0; i < 200; ++i) {
      if (i % 17 == 3) found = i;
      if (i > 1000) never = i;
    }
    CHECK_EQUAL(found, 190);
    CHECK_EQUAL(never, 12);
  }
  return 0;
}
