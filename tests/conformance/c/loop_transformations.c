/* tile, unroll: transformed loops under worksharing. */
#include "check.h"

int main(void) {
  static int runs[20][30];
#pragma omp parallel for
#pragma omp tile sizes(4, 7)
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 30; ++j) ++runs[i][j];
#pragma omp parallel for
#pragma omp unroll partial(4)
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 30; ++j) ++runs[i][j];
#pragma omp unroll full
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 30; ++j) ++runs[i][j];
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 30; ++j) CHECK_EQUAL(runs[i][j], 3);
  return 0;
}
