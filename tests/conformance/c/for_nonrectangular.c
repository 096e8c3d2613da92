/* for collapse, non-rectangular: inner bounds that depend on the outer variable. */
#include "check.h"

int main(void) {
  for (int round = 0; round < 3; ++round) {
    static int runs[20][80];
    memset(runs, 0, sizeof runs);
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 20; ++i)
      for (int j = i; j < 20; ++j) ++runs[i][j];
    for (int i = 0; i < 20; ++i)
      for (int j = 0; j < 20; ++j) CHECK_EQUAL(runs[i][j], j >= i);
    memset(runs, 0, sizeof runs);
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 20; ++i)
      for (int j = 0; j < 3 * i + 1; ++j) ++runs[i][j];
    for (int i = 0; i < 20; ++i)
      for (int j = 0; j < 80; ++j) CHECK_EQUAL(runs[i][j], j < 3 * i + 1);
  }
  return 0;
}
