/* taskloop num_tasks: as many tasks as asked, or as there are iterations. */
#define CLAUSES num_tasks(13)
#include "taskloop.inc"

static int tasks_of(int n, int wanted) {
  static int position[kMost];
  int sizes[kMost];
#pragma omp parallel
#pragma omp single
  {
    int current = 0;
#pragma omp taskloop num_tasks(wanted) firstprivate(current)
    for (int i = 0; i < n; ++i) position[i] = ++current;
  }
  return count_sizes(position, n, sizes);
}

int main(void) {
  try_taskloops();
  CHECK_EQUAL(tasks_of(100, 8), 8);
  CHECK_EQUAL(tasks_of(5, 8), 5);
  CHECK_EQUAL(tasks_of(100, 1), 1);
  CHECK_EQUAL(tasks_of(101, 33), 33);
  return 0;
}
