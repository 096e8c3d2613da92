/* for lastprivate(conditional): the value of the last iteration that assigned. */
#include "check.h"

int main(void) {
  int found = -1;
#pragma omp parallel for lastprivate(conditional : found)
  for (int i = 0; i < 200; ++i)
    if (i % 17 == 3) found = i;
  CHECK_EQUAL(found, 190);
  return 0;
}
