/* parallel firstprivate of variable length: an array whose size is known when it runs. */
#include "check.h"

int main(void) {
  for (int n = 1; n < 300; n += 37) {
    int values[n];
    for (int i = 0; i < n; ++i) values[i] = i;
#pragma omp parallel firstprivate(values)
    {
      for (int i = 0; i < n; ++i) CHECK_EQUAL(values[i], i);
      for (int i = 0; i < n; ++i) values[i] = omp_get_thread_num();
#pragma omp barrier
      for (int i = 0; i < n; ++i) CHECK_EQUAL(values[i], omp_get_thread_num());
    }
    CHECK_EQUAL(values[n - 1], n - 1);
  }
  return 0;
}
