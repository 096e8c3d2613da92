/* depobj of type inoutset: as the clause of that name. */
#include "check.h"

int main(void) {
  int x = 0;
  int sum = 0;
  omp_depend_t set;
#pragma omp depobj(set) depend(inoutset : x)
#pragma omp parallel shared(x, sum, set)
#pragma omp single
  for (int i = 0; i < 30; ++i) {
#pragma omp task depend(out : x) shared(sum)
    sum = 0;
    for (int k = 0; k < 8; ++k) {
#pragma omp task depend(depobj : set) shared(sum)
#pragma omp atomic
      ++sum;
    }
#pragma omp task depend(in : x) shared(sum)
    CHECK_EQUAL(sum, 8);
  }
#pragma omp depobj(set) destroy
  return 0;
}
