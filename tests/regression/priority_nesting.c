/* Nested tasks with priorities and taskwait: crashes libgomp and never ends on libomp 19 with
 * OMP_MAX_TASK_PRIORITY=100, livelocks the latter with 2. */
#include "check.h"

static long tree(int depth, int priority) {
  if (depth == 0) return 1;
  long sums[3] = {0};
  for (int i = 0; i < 3; ++i) {
#pragma omp task shared(sums) firstprivate(i) priority((priority + i) % 101)
    sums[i] = tree(depth - 1, priority * 7 + i);
  }
#pragma omp taskwait
  return sums[0] + sums[1] + sums[2];
}

int main(void) {
  CHECK_EQUAL(omp_get_max_task_priority(), atoi(getenv("OMP_MAX_TASK_PRIORITY")));
  for (int round = 0; round < 3; ++round) {
    long leaves = 0;
#pragma omp parallel shared(leaves)
#pragma omp single
    leaves = tree(7, round);
    CHECK_EQUAL(leaves, 2187);
  }
  return 0;
}
