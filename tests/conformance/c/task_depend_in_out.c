/* task depend(in), depend(out): readers together, a writer after and before them. */
#include "check.h"

int main(void) {
  int x = 0;
  int reading = 0;
#pragma omp parallel shared(x, reading)
#pragma omp single
  for (int i = 0; i < 40; ++i) {
#pragma omp task depend(out : x) firstprivate(i) shared(x, reading)
    {
      CHECK_EQUAL(reading, 0);
      x = i;
    }
    for (int r = 0; r < 20; ++r) {
#pragma omp task depend(in : x) firstprivate(i) shared(x, reading)
      {
#pragma omp atomic
        ++reading;
        CHECK_EQUAL(x, i);
#pragma omp atomic
        --reading;
      }
    }
  }
  return 0;
}
