/* taskwait: waits for children, not for grandchildren. */
#include "check.h"

int main(void) {
  int total = 0;
#pragma omp parallel shared(total)
#pragma omp single
  for (int i = 0; i < 100; ++i) {
    int children = 0;
    for (int k = 0; k < 5; ++k) {
#pragma omp task shared(children, total)
      {
#pragma omp task shared(total)
        {
#pragma omp atomic
          ++total;
        }
#pragma omp atomic
        ++children;
      }
    }
#pragma omp taskwait
    CHECK_EQUAL(children, 5);
  }
  CHECK_EQUAL(total, 500);
#pragma omp taskwait /* outside: nothing to wait for */
  return 0;
}
