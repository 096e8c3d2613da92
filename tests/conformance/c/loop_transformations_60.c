/* reverse, interchange, stripe, fuse: loops in another order, each iteration once. OpenMP 6.0.
 * Build with: clang-22:-fopenmp-version=60 */
#include "check.h"

static int seen[64], count;

static void note(int value) { seen[count++] = value; }

int main(void) {
  count = 0;
#pragma omp reverse
  for (int i = 0; i < 5; ++i) note(i);
  for (int i = 0; i < 5; ++i) CHECK_EQUAL(seen[i], 4 - i);

  count = 0;
#pragma omp interchange
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) note(10 * i + j);
  const int columns[] = {0, 10, 1, 11, 2, 12};
  for (int i = 0; i < 6; ++i) CHECK_EQUAL(seen[i], columns[i]);

  count = 0;
#pragma omp stripe sizes(4)
  for (int i = 0; i < 10; ++i) note(i);
  int total = 0;
  for (int i = 0; i < 10; ++i) total += 1 << seen[i];
  CHECK_EQUAL(count, 10);
  CHECK_EQUAL(total, 1023);

  count = 0;
#pragma omp fuse
  {
    for (int i = 0; i < 3; ++i) note(i);
    for (int i = 0; i < 3; ++i) note(10 + i);
  }
  const int fused[] = {0, 10, 1, 11, 2, 12};
  for (int i = 0; i < 6; ++i) CHECK_EQUAL(seen[i], fused[i]);

  int sums[10] = {0};
#pragma omp parallel for
#pragma omp reverse
  for (int i = 0; i < 10; ++i) sums[i] += i;
  for (int i = 0; i < 10; ++i) CHECK_EQUAL(sums[i], i);
  return 0;
}
