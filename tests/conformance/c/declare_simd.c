/* declare simd: uniform, linear, simdlen, notinbranch, inbranch; called from simd loops. */
#include "check.h"

#pragma omp declare simd uniform(scale) linear(i : 1) simdlen(4) notinbranch
#pragma omp declare simd inbranch
__attribute__((noinline)) static int scaled(int scale, int i) { return scale * i; }

int main(void) {
  static int values[256];
#pragma omp parallel for simd
  for (int i = 0; i < 256; ++i) values[i] = scaled(3, i);
#pragma omp simd
  for (int i = 0; i < 256; ++i)
    if (i % 2) values[i] = scaled(5, i);
  for (int i = 0; i < 256; ++i) CHECK_EQUAL(values[i], (i % 2 ? 5 : 3) * i);
  return 0;
}
