/* parallel private, firstprivate, shared, default: each variable is whose the clause says. */
#include "check.h"

struct Large {
  double values[100];
};

int main(void) {
  int own = -1;
  int first = 7;
  int common = 0;
  struct Large large;
  int array[5] = {1, 2, 3, 4, 5};
  for (int i = 0; i < 100; ++i) large.values[i] = i;
#pragma omp parallel default(none) private(own) firstprivate(first, large, array) shared(common)
  {
    own = omp_get_thread_num();
    first += own;
    array[4] += own;
    for (int i = 0; i < 100; ++i) large.values[i] += own;
#pragma omp barrier
    CHECK_EQUAL(own, omp_get_thread_num());
    CHECK_EQUAL(first, 7 + own);
    CHECK_EQUAL(array[4], 5 + own);
    for (int i = 0; i < 100; ++i) CHECK(large.values[i] == i + own);
#pragma omp atomic
    common += 1;
  }
  CHECK_EQUAL(own, -1);
  CHECK_EQUAL(first, 7);
  CHECK_EQUAL(array[4], 5);
  CHECK(large.values[99] == 99);
  CHECK_EQUAL(common, omp_get_max_threads());
  return 0;
}
