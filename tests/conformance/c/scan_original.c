/* scan with an original value: what the variable held before the loop is part of every result. */
#include "check.h"

int main(void) {
  static int out[200];
  int sum = 100;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < 200; ++i) {
    sum += i;
#pragma omp scan inclusive(sum)
    out[i] = sum;
  }
  int expected = 100;
  for (int i = 0; i < 200; ++i) {
    expected += i;
    CHECK_EQUAL(out[i], expected);
  }
  CHECK_EQUAL(sum, expected);
  return 0;
}
