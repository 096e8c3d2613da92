/* task depend on array sections and several items: a wavefront, items named twice. */
#include "check.h"

enum { kSide = 24 };
static long grid[kSide + 1][kSide + 1];

int main(void) {
  for (int i = 0; i <= kSide; ++i) grid[i][0] = grid[0][i] = 1;
#pragma omp parallel shared(grid)
#pragma omp single
  for (int i = 1; i <= kSide; ++i)
    for (int j = 1; j <= kSide; ++j) {
#pragma omp task depend(in : grid[i - 1][j], grid[i][j - 1]) depend(out : grid[i] [j:1])
      grid[i][j] = (grid[i - 1][j] + grid[i][j - 1]) % 1000003;
    }
  long row[kSide + 1];
  for (int i = 0; i <= kSide; ++i) row[i] = 1;
  for (int i = 1; i <= kSide; ++i)
    for (int j = 1; j <= kSide; ++j) row[j] = (row[j] + row[j - 1]) % 1000003;
  CHECK_EQUAL(grid[kSide][kSide], row[kSide]);
  int a = 0;
#pragma omp parallel shared(a)
#pragma omp single
  for (int i = 0; i < 50; ++i) {
#pragma omp task depend(in : a) depend(inout : a) depend(out : a) shared(a) firstprivate(i)
    {
      CHECK_EQUAL(a, i);
      ++a;
    }
  }
  return 0;
}
