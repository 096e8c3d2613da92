/* ordered simd, ordered threads simd: in order within a simd loop. */
#include "check.h"

int main(void) {
  static int index[64];
  static int counts[4];
  for (int i = 0; i < 64; ++i) index[i] = i % 4;
#pragma omp simd
  for (int i = 0; i < 64; ++i) {
#pragma omp ordered simd
    counts[index[i]] += 1;
  }
  for (int i = 0; i < 4; ++i) CHECK_EQUAL(counts[i], 16);
  int next = 0;
#pragma omp parallel for simd ordered schedule(dynamic, 8)
  for (int i = 0; i < 64; ++i) {
#pragma omp ordered threads simd
    { next += next == i; }
  }
  CHECK_EQUAL(next, 64);
  return 0;
}
