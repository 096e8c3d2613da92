/* task depend(iterator): ranges with steps, two iterators, downwards, none at all. */
#include "check.h"

enum { kCells = 16 };

int main(void) {
  int cells[kCells] = {0};
  int grid[4][4] = {{0}};
#pragma omp parallel shared(cells, grid)
#pragma omp single
  for (int r = 1; r <= 10; ++r) {
    for (int i = 0; i < kCells; ++i) {
#pragma omp task depend(out : cells[i]) firstprivate(i, r) shared(cells)
      cells[i] = r;
    }
#pragma omp task depend(iterator(it = 0 : kCells), inout : cells[it]) firstprivate(r) shared(cells)
    for (int i = 0; i < kCells; ++i) {
      CHECK_EQUAL(cells[i], r);
      cells[i] = -r;
    }
#pragma omp task depend(iterator(it = 0 : kCells : 3), in : cells[it]) firstprivate(r) shared(cells)
    for (int i = 0; i < kCells; i += 3) CHECK_EQUAL(cells[i], -r);
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
    int none = 0;
#pragma omp task depend(iterator(it = 0 : none), in : cells[it])
    {}
  }
  return 0;
}
