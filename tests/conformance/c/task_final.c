/* task final: its descendants are included, run at once, and know it. */
#include "check.h"

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    CHECK_EQUAL(omp_in_final(), 0);
#pragma omp task final(1)
    {
      int step = 0;
      CHECK_EQUAL(omp_in_final(), 1);
      const int me = omp_get_thread_num();
#pragma omp task shared(step)
      {
        CHECK_EQUAL(omp_in_final(), 1);
        CHECK_EQUAL(omp_get_thread_num(), me);
#pragma omp task shared(step)
        step = 1;
        CHECK_EQUAL(step, 1);
        step = 2;
      }
      CHECK_EQUAL(step, 2);
    }
#pragma omp task final(omp_get_num_threads() < 0)
    CHECK_EQUAL(omp_in_final(), 0);
  }
  return 0;
}
