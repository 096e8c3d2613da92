/* for schedule(nonmonotonic: ...): dynamic and guided, chunks in any order. */
#define SCHEDULE schedule(nonmonotonic : dynamic, 3)
#include "schedule.inc"

int main(void) {
  try_loops();
#pragma omp parallel for schedule(nonmonotonic : guided, 2)
  for (int i = 0; i < kMost; ++i) HIT(i);
  check_runs(kMost);
#pragma omp parallel for schedule(nonmonotonic : static, 2)
  for (int i = 0; i < kMost; ++i) HIT(i);
  check_runs(kMost);
  return 0;
}
