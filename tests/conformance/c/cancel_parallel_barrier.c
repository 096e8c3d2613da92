/* cancel parallel: members that wait at a barrier leave too.
 * Run with: OMP_CANCELLATION=true */
#include "check.h"

int main(void) {
  for (int round = 0; round < 50; ++round) {
    int after = 0;
#pragma omp parallel shared(after)
    {
      if (omp_get_thread_num() == omp_get_num_threads() - 1) {
#pragma omp cancel parallel
      }
#pragma omp barrier
#pragma omp atomic
      ++after;
    }
    CHECK_EQUAL(after, 0);
  }
  return 0;
}
