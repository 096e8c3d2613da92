/* simd: safelen, simdlen, aligned, linear, lastprivate, reduction, collapse, if. */
#include "check.h"

int main(void) {
  static float a[1024] __attribute__((aligned(64)));
  static float b[1024];
  for (int i = 0; i < 1024; ++i) b[i] = (float)i;
  int k = 0;
  float sum = 0;
  int last = 0;
#pragma omp simd safelen(16) simdlen(8) aligned(a : 64) linear(k : 2) lastprivate(last)
  for (int i = 0; i < 1024; ++i) {
    a[i] = b[i] * 2;
    k += 2;
    last = i;
  }
  CHECK_EQUAL(k, 2048);
  CHECK_EQUAL(last, 1023);
#pragma omp simd reduction(+ : sum) if (simd : b[3] > 2)
  for (int i = 0; i < 1024; ++i) sum += a[i] - b[i];
  CHECK(sum == 523776);
  int count = 0;
#pragma omp simd collapse(2) reduction(+ : count)
  for (int i = 0; i < 32; ++i)
    for (int j = 0; j < 32; ++j) count += a[i * 32 + j] == 2 * b[i * 32 + j];
  CHECK_EQUAL(count, 1024);
#pragma omp simd nontemporal(a) order(concurrent)
  for (int i = 0; i < 1024; ++i) a[i] = 1;
  CHECK(a[5] == 1);
  return 0;
}
