/* for ordered(n), doacross(sink:/source:): the names of 5.2, with omp_cur_iteration.
 * Build with: clang:-fopenmp-version=52 */
#include "check.h"

int main(void) {
  static long values[100];
  values[0] = 1;
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 100; ++i) {
#pragma omp ordered doacross(sink : i - 1)
    values[i] = values[i - 1] + 1;
#pragma omp ordered doacross(source : omp_cur_iteration)
  }
  CHECK_EQUAL(values[99], 100);
  int order = 0;
#pragma omp parallel for ordered(1)
  for (int i = 0; i < 50; ++i) {
#pragma omp ordered doacross(sink : omp_cur_iteration - 1)
    CHECK_EQUAL(order, i);
    order = i + 1;
#pragma omp ordered doacross(source:)
  }
  return 0;
}
