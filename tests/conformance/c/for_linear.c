/* for linear: the private copy follows the iteration, the last value stays. */
#include "check.h"

int main(void) {
  int position = 5;
  static int seen[100];
#pragma omp parallel for linear(position : 3) schedule(dynamic, 4)
  for (int i = 0; i < 100; ++i) {
    seen[i] = position;
    position += 3;
  }
  for (int i = 0; i < 100; ++i) CHECK_EQUAL(seen[i], 5 + 3 * i);
  CHECK_EQUAL(position, 305);
  long j = 0;
#pragma omp parallel for linear(j) schedule(static)
  for (int i = 10; i < 60; ++i) {
    CHECK_EQUAL(j, i - 10);
    ++j;
  }
  CHECK_EQUAL(j, 50);
  return 0;
}
