/* parallel masked taskloop reduction: the tasks' parts reach the variable outside. */
#include "check.h"

int main(void) {
  int sum = 7;
#pragma omp parallel masked taskloop reduction(+ : sum)
  for (int i = 0; i < 200; ++i) sum += i;
  CHECK_EQUAL(sum, 19907);
  return 0;
}
