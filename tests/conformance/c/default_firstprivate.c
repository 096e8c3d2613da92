/* default(firstprivate), default(private): in C since 5.1. */
#include "check.h"

int main(void) {
  int x = 5;
#pragma omp parallel default(firstprivate)
  {
    x += omp_get_thread_num();
    CHECK_EQUAL(x, 5 + omp_get_thread_num());
  }
  CHECK_EQUAL(x, 5);
#pragma omp parallel default(private)
  x = omp_get_thread_num();
  CHECK_EQUAL(x, 5);
  return 0;
}
