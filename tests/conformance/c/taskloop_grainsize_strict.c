/* taskloop grainsize(strict): every task has the grain exactly, the last one the rest. */
#define CLAUSES grainsize(strict : 7)
#include "taskloop.inc"

int main(void) {
  try_taskloops();
  for (int n = 5; n < 600; n += 85) {
    static int position[kMost];
    int sizes[kMost];
#pragma omp parallel
#pragma omp single
    {
      int current = 0;
#pragma omp taskloop grainsize(strict : 10) firstprivate(current)
      for (int i = 0; i < n; ++i) position[i] = ++current;
    }
    const int tasks = count_sizes(position, n, sizes);
    CHECK_EQUAL(tasks, (n + 9) / 10);
    for (int t = 0; t < tasks - 1; ++t) CHECK_EQUAL(sizes[t], 10);
  }
  return 0;
}
