/* teams loop, loop bind(teams): iterations spread over the league. */
#include "check.h"

int main(void) {
  static int runs[400];
#pragma omp teams loop
  for (int i = 0; i < 400; ++i) ++runs[i];
  for (int i = 0; i < 400; ++i) CHECK_EQUAL(runs[i], 1);
#pragma omp teams num_teams(2)
  {
#pragma omp loop bind(teams)
    for (int i = 0; i < 400; ++i) ++runs[i];
  }
  for (int i = 0; i < 400; ++i) CHECK_EQUAL(runs[i], 2);
  return 0;
}
