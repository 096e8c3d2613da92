/* reduction(inscan), scan inclusive: for, for simd and simd. */
#include "check.h"

int main(void) {
  static int in[500];
  static int out[500];
  for (int i = 0; i < 500; ++i) in[i] = i % 7;
  for (int kind = 0; kind < 3; ++kind) {
    int sum = 0;
    if (kind == 0) {
#pragma omp parallel for reduction(inscan, + : sum)
      for (int i = 0; i < 500; ++i) {
        sum += in[i];
#pragma omp scan inclusive(sum)
        out[i] = sum;
      }
    } else if (kind == 1) {
#pragma omp parallel for simd reduction(inscan, + : sum)
      for (int i = 0; i < 500; ++i) {
        sum += in[i];
#pragma omp scan inclusive(sum)
        out[i] = sum;
      }
    } else {
#pragma omp simd reduction(inscan, + : sum)
      for (int i = 0; i < 500; ++i) {
        sum += in[i];
#pragma omp scan inclusive(sum)
        out[i] = sum;
      }
    }
    int expected = 0;
    for (int i = 0; i < 500; ++i) {
      expected += in[i];
      CHECK_EQUAL(out[i], expected);
    }
    CHECK_EQUAL(sum, expected);
  }
  return 0;
}
