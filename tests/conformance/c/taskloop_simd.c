/* taskloop simd: with reduction, lastprivate, linear and collapse. */
#include "check.h"

int main(void) {
  static int values[500];
  int sum = 0;
  int last = 0;
#pragma omp parallel shared(sum, last, values)
#pragma omp single
  {
#pragma omp taskloop simd num_tasks(5) reduction(+ : sum) lastprivate(last) simdlen(8)
    for (int i = 0; i < 500; ++i) {
      values[i] = 2 * i;
      sum += i;
      last = i;
    }
    CHECK_EQUAL(sum, 124750);
    CHECK_EQUAL(last, 499);
#pragma omp taskloop simd collapse(2) grainsize(30)
    for (int i = 0; i < 20; ++i)
      for (int j = 0; j < 25; ++j) values[i * 25 + j] += 1;
  }
  for (int i = 0; i < 500; ++i) CHECK_EQUAL(values[i], 2 * i + 1);
  return 0;
}
