/* taskloop reduction, in_reduction: sums over tasks, into enclosing groups too. */
#include "check.h"

int main(void) {
  long sum = 5;
  int most = 0;
  int counts[4] = {0};
#pragma omp parallel shared(sum, most, counts)
#pragma omp single
  {
#pragma omp taskloop reduction(+ : sum, counts) reduction(max : most) num_tasks(9)
    for (int i = 0; i < 400; ++i) {
      sum += i;
      ++counts[i % 4];
      if (most < i) most = i;
    }
    CHECK_EQUAL(sum, 5 + 79800);
    CHECK_EQUAL(most, 399);
    for (int i = 0; i < 4; ++i) CHECK_EQUAL(counts[i], 100);
    sum = 0;
#pragma omp taskgroup task_reduction(+ : sum)
    {
#pragma omp taskloop in_reduction(+ : sum) grainsize(10)
      for (int i = 0; i < 100; ++i) sum += i;
#pragma omp task in_reduction(+ : sum)
      sum += 50;
    }
    CHECK_EQUAL(sum, 5000);
  }
  return 0;
}
