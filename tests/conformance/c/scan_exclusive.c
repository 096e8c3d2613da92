/* reduction(inscan), scan exclusive: for, with another operator beside. */
#include "check.h"

int main(void) {
  static long in[300];
  static long out[300];
  static long highest[300];
  for (int i = 0; i < 300; ++i) in[i] = (i * 37) % 101;
  long sum = 0;
  long most = LONG_MIN;
#pragma omp parallel for reduction(inscan, + : sum) reduction(inscan, max : most)
  for (int i = 0; i < 300; ++i) {
    out[i] = sum;
    highest[i] = most;
#pragma omp scan exclusive(sum, most)
    sum += in[i];
    most = in[i] > most ? in[i] : most;
  }
  long expected = 0;
  long expected_most = LONG_MIN;
  for (int i = 0; i < 300; ++i) {
    CHECK_EQUAL(out[i], expected);
    CHECK_EQUAL(highest[i], expected_most);
    expected += in[i];
    if (in[i] > expected_most) expected_most = in[i];
  }
  CHECK_EQUAL(sum, expected);
  CHECK_EQUAL(most, expected_most);
  return 0;
}
