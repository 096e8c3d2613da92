/* task and threadprivate: a tied task sees one thread's copy from begin to end. */
#include "check.h"

static int mark;
#pragma omp threadprivate(mark)

int main(void) {
#pragma omp parallel
  {
    mark = 1000 + omp_get_thread_num();
#pragma omp barrier
    for (int i = 0; i < 50; ++i) {
#pragma omp task
      {
        const int me = omp_get_thread_num();
        CHECK_EQUAL(mark, 1000 + me);
#pragma omp task
        CHECK_EQUAL(mark, 1000 + omp_get_thread_num());
#pragma omp taskwait
        CHECK_EQUAL(omp_get_thread_num(), me);
        CHECK_EQUAL(mark, 1000 + me);
#pragma omp taskyield
        CHECK_EQUAL(mark, 1000 + me);
      }
    }
  }
  return 0;
}
