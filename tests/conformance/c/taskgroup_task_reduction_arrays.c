/* taskgroup task_reduction of arrays and structures: by declared operators. */
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
#pragma omp parallel shared(counts, pair)
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : counts) task_reduction(merge : pair)
    {
      for (int i = 0; i < 100; ++i) {
#pragma omp task in_reduction(+ : counts) in_reduction(merge : pair) firstprivate(i)
        {
          ++counts[i % 5];
          pair.sum += i;
          if (pair.most < i) pair.most = i;
        }
      }
    }
    for (int i = 0; i < 5; ++i) CHECK_EQUAL(counts[i], 21);
    CHECK_EQUAL(pair.sum, 4960);
    CHECK_EQUAL(pair.most, 99);
  }
  return 0;
}
