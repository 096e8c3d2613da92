/* target on the host: map, firstprivate, private, if, device, default maps, nesting. */
#include "check.h"

int main(void) {
  int array[100];
  int scalar = 5;
  int result = 0;
  int own = 1;
  for (int i = 0; i < 100; ++i) array[i] = i;
#pragma omp target map(tofrom : array, result) firstprivate(scalar) private(own)
  {
    own = 2;
    for (int i = 0; i < 100; ++i) array[i] += scalar;
    result = omp_is_initial_device();
    ++scalar;
  }
  CHECK_EQUAL(result, 1);
  CHECK_EQUAL(scalar, 5);
  CHECK_EQUAL(own, 1);
  for (int i = 0; i < 100; ++i) CHECK_EQUAL(array[i], i + 5);
#pragma omp target if (0) map(from : result)
  result = 7;
  CHECK_EQUAL(result, 7);
#pragma omp target device(omp_get_initial_device()) map(tofrom : result) defaultmap(tofrom : scalar)
  {
    result += scalar;
    scalar = 9;
  }
  CHECK_EQUAL(result, 12);
  CHECK_EQUAL(scalar, 9);
  int sum = 0;
#pragma omp target map(tofrom : sum)
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; ++i) sum += i;
  CHECK_EQUAL(sum, 4950);
  return 0;
}
