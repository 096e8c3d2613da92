/* taskloop grainsize: each task has from one to nearly two grains of iterations. */
#define CLAUSES grainsize(10)
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
#pragma omp taskloop grainsize(10) firstprivate(current)
      for (int i = 0; i < n; ++i) position[i] = ++current;
    }
    const int tasks = count_sizes(position, n, sizes);
    for (int t = 0; t < tasks; ++t) CHECK((n < 10 || sizes[t] >= 10) && sizes[t] < 20);
  }
  return 0;
}
