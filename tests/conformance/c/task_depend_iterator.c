/* task depend(iterator): ranges with steps, downwards, none at all. */
#include "check.h"

enum { kCells = 16 };

int main(void) {
  int cells[kCells] = {0};
#pragma omp parallel shared(cells)
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
#pragma omp task depend(iterator(int it = kCells - 1 \
                                 : -1                \
                                 : -1),              \
                        inout                        \
                        : cells[it]) firstprivate(r) shared(cells)
    for (int i = 0; i < kCells; ++i) {
      CHECK_EQUAL(cells[i], -r);
      cells[i] = 2 * r;
    }
    int none = 0;
#pragma omp task depend(iterator(it = 0 : none), in : cells[it])
    {}
  }
  return 0;
}
