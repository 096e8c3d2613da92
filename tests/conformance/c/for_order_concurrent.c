/* for order(concurrent): iterations in any order, each once. */
#include "check.h"

int main(void) {
  static int runs[500];
#pragma omp parallel for order(concurrent)
  for (int i = 0; i < 500; ++i) ++runs[i];
#pragma omp parallel
  {
#pragma omp for order(concurrent) schedule(static, 7)
    for (int i = 0; i < 500; ++i) ++runs[i];
  }
  for (int i = 0; i < 500; ++i) CHECK_EQUAL(runs[i], 2);
  return 0;
}
