/* task depend(omp_all_memory): after all siblings before, before all siblings after. */
#include "check.h"

int main(void) {
  int x[8] = {0};
  int free_running = 0;
#pragma omp parallel shared(x, free_running)
#pragma omp single
  for (int r = 1; r <= 20; ++r) {
    for (int i = 0; i < 8; ++i) {
#pragma omp task depend(inout : x[i]) shared(x)
      ++x[i];
    }
#pragma omp task shared(free_running) /* without dependences: not ordered */
    {
#pragma omp atomic
      ++free_running;
    }
#pragma omp task depend(inout : omp_all_memory) firstprivate(r) shared(x)
    for (int i = 0; i < 8; ++i) {
      CHECK_EQUAL(x[i], 2 * r - 1);
      ++x[i];
    }
#pragma omp task depend(in : x[3]) firstprivate(r) shared(x)
    CHECK_EQUAL(x[3], 2 * r);
#pragma omp task depend(out : omp_all_memory) firstprivate(r) shared(x)
    CHECK_EQUAL(x[7], 2 * r);
  }
  CHECK_EQUAL(free_running, 20);
  return 0;
}
