/* taskwait depend nowait: an empty task between others' dependences; nobody stops. */
#include "check.h"

int main(void) {
  int x = 0;
  int y = 0;
#pragma omp parallel shared(x, y)
#pragma omp single
  for (int i = 1; i <= 50; ++i) {
#pragma omp task depend(out : x) shared(x) firstprivate(i)
    x = i;
#pragma omp taskwait depend(in : x) depend(out : y) nowait
#pragma omp task depend(in : y) shared(x) firstprivate(i) /* after x by way of y */
    CHECK_EQUAL(x, i);
#pragma omp taskwait
  }
  return 0;
}
