/* declare target: functions and variables for both sides. */
#include "check.h"

#pragma omp declare target
int offset = 3;
int shifted(int x) { return x + offset; }
#pragma omp end declare target

int main(void) {
  int result = 0;
  offset = 4;
#pragma omp target update to(offset)
#pragma omp target map(from : result)
  result = shifted(10);
  CHECK_EQUAL(result, 14);
  return 0;
}
