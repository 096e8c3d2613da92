/* task priority: a hint; each task runs once, whatever its priority. */
#include "check.h"

enum { kTasks = 100 };

int main(void) {
  int runs[kTasks] = {0};
#pragma omp parallel shared(runs)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task priority(i % 7) firstprivate(i) shared(runs)
    {
#pragma omp task priority(6 - i % 7) shared(runs)
      ++runs[i];
#pragma omp taskwait
    }
  }
  for (int i = 0; i < kTasks; ++i) CHECK_EQUAL(runs[i], 1);
  return 0;
}
