/* task depend(inoutset): the set's tasks together, after readers before, before readers after. */
#include "check.h"

int main(void) {
  int x = 0;
  int sum = 0;
  int read = 0;
#pragma omp parallel shared(x, sum, read)
#pragma omp single
  for (int i = 0; i < 30; ++i) {
#pragma omp task depend(out : x) shared(sum)
    sum = 0;
    for (int k = 0; k < 5; ++k) {
#pragma omp task depend(in : x) shared(sum, read)
      {
        CHECK_EQUAL(sum, 0);
#pragma omp atomic
        ++read;
      }
    }
    for (int k = 0; k < 8; ++k) {
#pragma omp task depend(inoutset : x) shared(sum, read) firstprivate(i)
      {
        CHECK_EQUAL(read, 10 * i + 5);
#pragma omp atomic
        ++sum;
      }
    }
    for (int k = 0; k < 5; ++k) {
#pragma omp task depend(in : x) shared(sum, read)
      {
        CHECK_EQUAL(sum, 8);
#pragma omp atomic
        ++read;
      }
    }
  }
  return 0;
}
