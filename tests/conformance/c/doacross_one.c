/* for ordered(1), depend(sink): distances of more than one, steps, negative direction, 64 bits. */
#include "check.h"

int main(void) {
  static long values[200];
  for (int i = 0; i < 200; ++i) values[i] = i < 3;
#pragma omp parallel for ordered(1) schedule(dynamic)
  for (int i = 3; i < 200; ++i) {
#pragma omp ordered depend(sink : i - 3)
    values[i] = values[i - 3] + 1;
#pragma omp ordered depend(source)
  }
  for (int i = 3; i < 200; ++i) CHECK_EQUAL(values[i], i / 3 + 1);
  static long down[101];
  down[100] = 1;
#pragma omp parallel for ordered(1) schedule(static, 1)
  for (long i = 98; i >= 0; i -= 2) {
#pragma omp ordered depend(sink : i + 2)
    down[i] = down[i + 2] + 1;
#pragma omp ordered depend(source)
  }
  CHECK_EQUAL(down[0], 51);
  const unsigned long long high = ~0ULL - 300;
  static long far_up[201];
  far_up[0] = 1;
#pragma omp parallel for ordered(1) schedule(guided)
  for (unsigned long long i = high + 1; i <= high + 200; ++i) {
#pragma omp ordered depend(sink : i - 1)
    far_up[i - high] = far_up[i - high - 1] + 1;
#pragma omp ordered depend(source)
  }
  CHECK_EQUAL(far_up[200], 201);
  return 0;
}
