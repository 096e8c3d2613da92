/* omp_get_mapped_ptr, omp_target_is_accessible, omp_target_memcpy_async: those of 5.1. */
#include "check.h"

int main(void) {
  const int host = omp_get_initial_device();
  int x = 5;
  int y = 0;
  CHECK(omp_get_mapped_ptr(&x, host) == &x);
  CHECK_EQUAL(omp_target_is_accessible(&x, sizeof x, host), 1);
#pragma omp parallel
#pragma omp single
  {
    omp_depend_t after;
#pragma omp depobj(after) depend(inout : y)
    CHECK_EQUAL(omp_target_memcpy_async(&y, &x, sizeof x, 0, 0, host, host, 1, &after), 0);
#pragma omp task depend(in : y) shared(y)
    CHECK_EQUAL(y, 5);
#pragma omp taskwait
#pragma omp depobj(after) destroy
  }
  return 0;
}
