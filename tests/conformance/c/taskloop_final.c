/* taskloop final: its tasks are final. */
#define CLAUSES final(1)
#include "taskloop.inc"

int main(void) {
  try_taskloops();
  (void)count_sizes;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop final(1)
    for (int i = 0; i < 100; ++i) CHECK_EQUAL(omp_in_final(), 1);
#pragma omp taskloop final(0)
    for (int i = 0; i < 100; ++i) CHECK_EQUAL(omp_in_final(), 0);
  }
  return 0;
}
