/* taskgroup task_reduction of an array and of a section of another: in one clause. */
#include "check.h"

struct Pair {
  long sum;
  int most;
};
/* clang-format off */
#pragma omp declare reduction(merge : struct Pair : omp_out.sum += omp_in.sum, \
    omp_out.most = omp_out.most > omp_in.most ? omp_out.most : omp_in.most)    \
    initializer(omp_priv = (struct Pair){0, 0})
/* clang-format on */

int main(void) {
  long counts[5] = {1, 1, 1, 1, 1};
  struct Pair pair = {10, 3};
  double* sums = calloc(100, sizeof(double));
#pragma omp parallel shared(counts, pair, sums)
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : counts, sums [10:50]) task_reduction(merge : pair)
    {
      for (int i = 0; i < 100; ++i) {
#pragma omp task in_reduction(+ : counts, sums [10:50]) in_reduction(merge : pair) firstprivate(i)
        {
          ++counts[i % 5];
          sums[10 + i % 50] += i;
          pair.sum += i;
          if (pair.most < i) pair.most = i;
        }
      }
    }
    for (int i = 0; i < 5; ++i) CHECK_EQUAL(counts[i], 21);
    for (int i = 0; i < 50; ++i) CHECK(sums[10 + i] == 2 * i + 50);
    CHECK_EQUAL(pair.sum, 4960);
    CHECK_EQUAL(pair.most, 99);
  }
  free(sums);
  return 0;
}
