/* taskloop num_tasks(strict): that many tasks, sizes that differ by one at most. */
#define CLAUSES num_tasks(strict : 7)
#include "taskloop.inc"

int main(void) {
  try_taskloops();
  for (int n = 10; n < 600; n += 85) {
    static int position[kMost];
    int sizes[kMost];
#pragma omp parallel
#pragma omp single
    {
      int current = 0;
#pragma omp taskloop num_tasks(strict : 7) firstprivate(current)
      for (int i = 0; i < n; ++i) position[i] = ++current;
    }
    CHECK_EQUAL(count_sizes(position, n, sizes), 7);
    for (int t = 0; t < 7; ++t) CHECK_EQUAL(sizes[t], n / 7 + (t < n % 7));
  }
  return 0;
}
