/* cancel taskgroup in taskloop: its tasks not begun are dropped.
 * Run with: OMP_CANCELLATION=true */
#include "check.h"

int main(void) {
  int runs = 0;
#pragma omp parallel shared(runs)
#pragma omp single
  {
#pragma omp taskloop num_tasks(50) shared(runs)
    for (int i = 0; i < 50; ++i) {
#pragma omp atomic
      ++runs;
#pragma omp cancel taskgroup
    }
  }
  CHECK(runs >= 1);
  CHECK(runs < 50);
  return 0;
}
