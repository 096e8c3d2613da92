/* target parallel, target teams distribute parallel for, target simd: the combined forms. */
#include "check.h"

int main(void) {
  static int values[300];
  int sum = 0;
#pragma omp target teams distribute parallel for map(tofrom : values, sum) reduction(+ : sum)
  for (int i = 0; i < 300; ++i) {
    values[i] += 1;
    sum += i;
  }
  CHECK_EQUAL(sum, 44850);
#pragma omp target parallel for map(tofrom : values) num_threads(3)
  for (int i = 0; i < 300; ++i) values[i] += 1;
#pragma omp target simd map(tofrom : values)
  for (int i = 0; i < 300; ++i) values[i] += 1;
#pragma omp target teams distribute parallel for simd map(tofrom \
                                                          : values) num_teams(2) thread_limit(2)
  for (int i = 0; i < 300; ++i) values[i] += 1;
  int members = 0;
#pragma omp target parallel map(tofrom : members) reduction(+ : members)
  members += 1;
  CHECK_EQUAL(members, omp_get_max_threads());
  for (int i = 0; i < 300; ++i) CHECK_EQUAL(values[i], 4);
  return 0;
}
