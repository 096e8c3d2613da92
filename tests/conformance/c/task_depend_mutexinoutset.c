/* task depend(mutexinoutset): one at a time, in any order; a writer before, a reader after. */
#include "check.h"

int main(void) {
  int x = 0;
  int y = 0;
  int inside = 0;
#pragma omp parallel shared(x, y, inside)
#pragma omp single
  for (int r = 0; r < 20; ++r) {
#pragma omp task depend(out : x) shared(x)
    x = 0;
    for (int i = 0; i < 10; ++i) {
#pragma omp task depend(mutexinoutset : x) shared(x, inside)
      {
        CHECK_EQUAL(++inside, 1);
        ++x;
        --inside;
      }
#pragma omp task depend(mutexinoutset : x, y) shared(x, y, inside) /* two sets at once */
      {
        CHECK_EQUAL(++inside, 1);
        ++x;
        ++y;
        --inside;
      }
    }
#pragma omp task depend(in : x) shared(x)
    CHECK_EQUAL(x, 20);
  }
  CHECK_EQUAL(y, 200);
  return 0;
}
