/* critical in tasks: exclusion holds between tasks, wherever they run. */
#include "check.h"

int main(void) {
  int x = 0;
#pragma omp parallel shared(x)
#pragma omp single
  for (int i = 0; i < 500; ++i) {
#pragma omp task shared(x) untied
    {
#pragma omp critical(tasks)
      ++x;
    }
  }
  CHECK_EQUAL(x, 500);
  return 0;
}
