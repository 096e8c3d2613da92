/* The priority clause as each compiler passes it: libomp under GCC's code ignores it. On one
 * thread the order can be seen: of the tasks that are ready, the highest runs first, those of
 * equal priority run as they were created, and what is above the maximum counts as the maximum. */
#include "check.h"

enum { kTasks = 60, kMost = 100 };

static int effective(int i) {
  const int asked = (i * 37) % 150; /* some above the maximum */
  return asked < kMost ? asked : kMost;
}

int main(void) {
  int order[kTasks];
  int next = 0;
  CHECK_EQUAL(omp_get_max_task_priority(), kMost);
  CHECK_EQUAL(omp_get_max_threads(), 1);
#pragma omp parallel shared(order, next)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task priority((i * 37) % 150) firstprivate(i) shared(order, next)
    order[next++] = i;
  }
  CHECK_EQUAL(next, kTasks);
  for (int at = 1; at < kTasks; ++at) {
    const int before = order[at - 1];
    const int after = order[at];
    CHECK(effective(before) >= effective(after));
    if (effective(before) == effective(after)) CHECK(before < after);
  }
  return 0;
}
