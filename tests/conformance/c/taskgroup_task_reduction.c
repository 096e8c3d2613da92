/* taskgroup task_reduction, in_reduction: several operators, nested groups, descendants. */
#include "check.h"

int main(void) {
  int sum = 3;
  double product = 1;
  long least = 1000;
#pragma omp parallel shared(sum, product, least)
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(* : product) task_reduction(min : least)
    {
      for (int i = 1; i <= 100; ++i) {
#pragma omp task in_reduction(+ : sum) in_reduction(min : least) firstprivate(i) shared(product)
        {
          sum += i;
          if (least > 500 - i) least = 500 - i;
          if (i % 10 == 0) {
#pragma omp task in_reduction(* : product)
            product *= 2;
          }
        }
      }
    }
    CHECK_EQUAL(sum, 5053);
    CHECK(product == 1024);
    CHECK_EQUAL(least, 400);
#pragma omp taskgroup task_reduction(+ : sum)
    {
#pragma omp taskgroup task_reduction(* : product)
      {
#pragma omp task in_reduction(+ : sum) in_reduction(* : product)
        {
          sum += 1;
          product /= 2;
        }
      }
      CHECK(product == 512);
    }
    CHECK_EQUAL(sum, 5054);
  }
  return 0;
}
