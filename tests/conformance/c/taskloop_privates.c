/* taskloop private, firstprivate, lastprivate, shared: per task, and the last iteration's. */
#include "check.h"

int main(void) {
  int last = -1;
  int array[3] = {0};
  int first = 5;
  int own = 6;
  int i;
#pragma omp parallel shared(last, array, first, own)
#pragma omp single
  {
#pragma omp taskloop lastprivate(last, array) firstprivate(first) private(own) num_tasks(7)
    for (int k = 0; k < 100; ++k) {
      own = first + k;
      last = own;
      array[2] = k;
    }
    CHECK_EQUAL(last, 104);
    CHECK_EQUAL(array[2], 99);
    CHECK_EQUAL(own, 6);
#pragma omp taskloop lastprivate(i)
    for (i = 0; i < 33; ++i) continue;
    CHECK_EQUAL(i, 33);
  }
  return 0;
}
