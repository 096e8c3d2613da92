/* task depend(iterator) with two iterators: one downwards, a row named with its column's index. */
#include "check.h"

int main(void) {
  int grid[4][4] = {{0}};
#pragma omp parallel shared(grid)
#pragma omp single
  for (int r = 1; r <= 10; ++r) {
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
#pragma omp task depend(out : grid[i][j]) firstprivate(i, j, r) shared(grid)
        grid[i][j] = r;
      }
#pragma omp task depend(iterator(int a = 3         \
                                 : -1              \
                                 : -1, b = 0 : 4), \
                        inout                      \
                        : grid[a][b]) firstprivate(r) shared(grid)
    for (int i = 0; i < 16; ++i) CHECK_EQUAL(grid[i / 4][i % 4], r);
  }
  return 0;
}
