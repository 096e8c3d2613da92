/* Which thread is number i of a region does not change when regions of other sizes come between:
 * the threadprivate variables that it set up in a large region are there in a smaller one, and in
 * the next large one. The standard promises that for regions of one size; programs count on more.
 */
#include "check.h"

enum { kMost = 6, kRounds = 50 };

static int number = -1;
#pragma omp threadprivate(number)

int main(void) {
  omp_set_dynamic(0);
#pragma omp parallel num_threads(kMost)
  number = omp_get_thread_num();
  for (int round = 0; round < kRounds; ++round) {
    const int threads = 1 + round * 7 % kMost;
#pragma omp parallel num_threads(threads)
    {
      CHECK_EQUAL(omp_get_num_threads(), threads);
      CHECK_EQUAL(number, omp_get_thread_num());
    }
  }
  return 0;
}
