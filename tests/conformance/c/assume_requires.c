/* assume, assumes, requires: promises that change nothing that can be seen. */
#include "check.h"

#pragma omp requires atomic_default_mem_order(seq_cst)
#pragma omp assumes no_openmp_routines

int main(void) {
  int x = 0;
#pragma omp parallel shared(x)
  {
#pragma omp atomic
    ++x;
  }
  CHECK_EQUAL(x, omp_get_max_threads());
  return 0;
}
