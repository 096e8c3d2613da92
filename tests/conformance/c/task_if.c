/* task if: an undeferred task is over before its creator goes on. */
#include "check.h"

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; ++i) {
    int order = 0;
    const int me = omp_get_thread_num();
#pragma omp task if (i < 0) shared(order)
    {
      CHECK_EQUAL(omp_get_thread_num(), me);
      order = 1;
    }
    CHECK_EQUAL(order, 1);
#pragma omp task if (task : i % 2) shared(order)
    order = 2;
    if (i % 2 == 0) CHECK_EQUAL(order, 2);
#pragma omp taskwait
    CHECK_EQUAL(order, 2);
  }
  return 0;
}
