/* reduction(task): the tasks of parallel, for and sections take part by in_reduction. */
#include "check.h"

int main(void) {
  int sum = 5;
  long array[4] = {1, 1, 1, 1};
#pragma omp parallel reduction(task, + : sum, array)
  {
    sum += 1;
    for (int i = 0; i < 10; ++i) {
#pragma omp task in_reduction(+ : sum, array)
      {
        sum += 1;
        array[i % 4] += 1;
#pragma omp task in_reduction(+ : sum)
        sum += 10;
      }
    }
  }
  const int n = omp_get_max_threads();
  CHECK_EQUAL(sum, 5 + n * (1 + 10 + 100));
  CHECK_EQUAL(array[0] + array[1] + array[2] + array[3], 4 + 10 * n);
  int product = 1;
#pragma omp parallel
  {
#pragma omp for reduction(task, * : product)
    for (int i = 0; i < 4; ++i) {
#pragma omp task in_reduction(* : product)
      product *= 3;
      product *= 2;
    }
  }
  CHECK_EQUAL(product, 81 * 16);
  int bits = 0;
#pragma omp parallel sections reduction(task, | : bits)
  {
#pragma omp section
    {
#pragma omp task in_reduction(| : bits)
      bits |= 1;
    }
#pragma omp section
    {
#pragma omp task in_reduction(| : bits)
      bits |= 2;
      bits |= 4;
    }
  }
  CHECK_EQUAL(bits, 7);
  return 0;
}
