/* barrier: what was written before it is seen after it, thousands of times. */
#include "check.h"

int main(void) {
  static int written[64];
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    const int n = omp_get_num_threads();
    for (int round = 1; round <= 1000; ++round) {
      written[me] = round;
#pragma omp barrier
      CHECK_EQUAL(written[(me + 1) % n], round);
#pragma omp barrier
    }
  }
#pragma omp barrier /* outside: alone */
  return 0;
}
