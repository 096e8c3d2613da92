/* teams num_teams(lower: upper): the league's size is in the range. */
#include "check.h"

int main(void) {
  int count = 0;
#pragma omp teams num_teams(2 : 4) reduction(+ : count)
  {
    CHECK(omp_get_num_teams() >= 2 && omp_get_num_teams() <= 4);
    count += 1;
  }
  CHECK(count >= 2 && count <= 4);
  return 0;
}
