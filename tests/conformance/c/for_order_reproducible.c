/* for order(reproducible: concurrent): the same owners whenever the loop is repeated. */
#include "check.h"

int main(void) {
  static int runs[500];
#pragma omp parallel for order(reproducible : concurrent)
  for (int i = 0; i < 500; ++i) ++runs[i];
#pragma omp parallel for order(unconstrained : concurrent)
  for (int i = 0; i < 500; ++i) ++runs[i];
  for (int i = 0; i < 500; ++i) CHECK_EQUAL(runs[i], 2);
  return 0;
}
