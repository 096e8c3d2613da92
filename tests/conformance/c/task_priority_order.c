/* task priority, order: higher first, where the order can be seen (one thread); and only up to the
 * maximum that OMP_MAX_TASK_PRIORITY gives. Priorities are hints: other thread counts only count.
 */
#include "check.h"

enum { kTasks = 40 };

int main(void) {
  const char* expected = getenv("OMP_MAX_TASK_PRIORITY");
  CHECK_EQUAL(omp_get_max_task_priority(), expected != NULL ? atoi(expected) : 0);
  int order[kTasks];
  int next = 0;
#pragma omp parallel shared(order, next)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task priority(i % 4) firstprivate(i) shared(order, next)
    {
      int at;
#pragma omp atomic capture
      at = next++;
      order[at] = i;
    }
  }
  CHECK_EQUAL(next, kTasks);
  int seen[kTasks] = {0};
  for (int i = 0; i < kTasks; ++i) ++seen[order[i]];
  for (int i = 0; i < kTasks; ++i) CHECK_EQUAL(seen[i], 1);
  if (omp_get_max_threads() != 1 || omp_get_max_task_priority() < 3) return 0;
  if (strcmp(getenv("TM_EXPECT"), "tidemill") != 0) return 0; /* a hint: others may not */
  for (int i = 1; i < kTasks; ++i) CHECK(order[i - 1] % 4 >= order[i] % 4);
  return 0;
}
