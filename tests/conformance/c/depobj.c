/* depobj: made for each type, used by several tasks, updated, destroyed. */
#include "check.h"

int main(void) {
  int x = 0;
  omp_depend_t write;
  omp_depend_t read;
#pragma omp depobj(write) depend(inout : x)
#pragma omp depobj(read) depend(in : x)
#pragma omp parallel shared(x, write, read)
#pragma omp single
  for (int i = 0; i < 50; ++i) {
#pragma omp task depend(depobj : write) firstprivate(i) shared(x)
    {
      CHECK_EQUAL(x, i);
      x = i + 1;
    }
#pragma omp task depend(depobj : read) firstprivate(i) shared(x)
    CHECK_EQUAL(x, i + 1);
#pragma omp task depend(depobj : read) firstprivate(i) shared(x)
    CHECK_EQUAL(x, i + 1);
  }
#pragma omp depobj(read) update(mutexinoutset)
#pragma omp parallel shared(x, read)
#pragma omp single
  for (int i = 0; i < 50; ++i) {
#pragma omp task depend(depobj : read) shared(x)
    ++x;
  }
  CHECK_EQUAL(x, 100);
#pragma omp depobj(read) update(out)
#pragma omp parallel shared(x, read)
#pragma omp single
  for (int i = 0; i < 50; ++i) {
#pragma omp task depend(depobj : read) shared(x) firstprivate(i)
    {
      CHECK_EQUAL(x, 100 + i);
      ++x;
    }
  }
#pragma omp depobj(write) destroy
#pragma omp depobj(read) destroy
  return 0;
}
