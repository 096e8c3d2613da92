/* for simd, parallel for simd: with schedule, reduction, lastprivate and linear. */
#include "check.h"

int main(void) {
  static int values[1000];
  long sum = 0;
  int last = 0;
  int k = 0;
#pragma omp parallel for simd reduction(+ : sum) lastprivate(last) linear(k) schedule(static, 16)
  for (int i = 0; i < 1000; ++i) {
    values[i] = k;
    sum += i;
    last = i;
    ++k;
  }
  CHECK_EQUAL(sum, 499500);
  CHECK_EQUAL(last, 999);
  CHECK_EQUAL(k, 1000);
  for (int i = 0; i < 1000; ++i) CHECK_EQUAL(values[i], i);
#pragma omp parallel
  {
#pragma omp for simd nowait
    for (int i = 0; i < 1000; ++i) values[i] += 1;
  }
  CHECK_EQUAL(values[999], 1000);
  return 0;
}
