/* target nowait, depend: target tasks among the others, in the order of dependences. */
#include "check.h"

int main(void) {
  int x = 0;
#pragma omp parallel shared(x)
#pragma omp single
  {
    for (int i = 0; i < 30; ++i) {
#pragma omp target nowait depend(inout : x) map(tofrom : x) firstprivate(i)
      x = x == 2 * i ? 2 * i + 1 : -1000;
#pragma omp task depend(inout : x) shared(x) firstprivate(i)
      {
        CHECK_EQUAL(x, 2 * i + 1);
        ++x;
      }
    }
#pragma omp target enter data map(to : x) nowait depend(inout : x)
#pragma omp target update to(x) nowait depend(inout : x)
#pragma omp target exit data map(from : x) nowait depend(inout : x)
#pragma omp taskwait
    CHECK_EQUAL(x, 60);
  }
  return 0;
}
