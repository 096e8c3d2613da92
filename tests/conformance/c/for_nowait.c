/* for nowait: members many loops apart, each loop still whole. */
#include "check.h"

int main(void) {
  enum { kLoops = 60 };
  static int sums[kLoops];
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0)
      for (volatile int spin = 0; spin < 100000; ++spin) continue;
    for (int l = 0; l < kLoops; ++l) {
#pragma omp for schedule(dynamic, 2) nowait
      for (int i = 0; i < 30; ++i)
#pragma omp atomic
        sums[l] += i;
#pragma omp for schedule(guided) nowait
      for (int i = 0; i < 10; ++i)
#pragma omp atomic
        sums[l] += 100;
    }
  }
  for (int l = 0; l < kLoops; ++l) CHECK_EQUAL(sums[l], 435 + 1000);
  return 0;
}
