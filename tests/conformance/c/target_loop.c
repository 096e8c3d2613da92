/* target teams loop, target parallel loop: each iteration once. */
#include "check.h"

int main(void) {
  static int values[300];
#pragma omp target teams loop map(tofrom : values)
  for (int i = 0; i < 300; ++i) values[i] += 1;
  for (int i = 0; i < 300; ++i) CHECK_EQUAL(values[i], 1);
#pragma omp target parallel loop map(tofrom : values)
  for (int i = 0; i < 300; ++i) values[i] += 1;
  for (int i = 0; i < 300; ++i) CHECK_EQUAL(values[i], 2);
  return 0;
}
