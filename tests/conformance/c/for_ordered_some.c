/* for ordered, threads: iterations that leave their ordered region out; 64-bit bounds. */
#include "check.h"

int main(void) {
  for (int k = 1; k <= 3; ++k) {
    omp_set_schedule((omp_sched_t)k, k);
    long before = -1;
    int runs = 0;
#pragma omp parallel for ordered schedule(runtime) shared(before, runs)
    for (long i = 0; i < 90; ++i) {
      if (i % 3 == 1) continue;
#pragma omp ordered threads
      {
        CHECK(i > before);
        before = i;
        ++runs;
      }
    }
    CHECK_EQUAL(runs, 60);
    unsigned long long expected = ~0ULL - 50;
#pragma omp parallel for ordered schedule(runtime) shared(expected)
    for (unsigned long long i = ~0ULL - 50; i < ~0ULL - 10; ++i) {
#pragma omp ordered
      {
        CHECK(i == expected);
        ++expected;
      }
    }
    CHECK(expected == ~0ULL - 10);
  }
  return 0;
}
