/* for with 64-bit unsigned bounds: beyond the signed range, at the ends, wide steps, collapsed. */
#include "check.h"

enum { kMost = 300 };
static int runs[kMost];

#define HIT(i) (__atomic_fetch_add(&runs[i], 1, __ATOMIC_RELAXED))

static void check_runs(int count) {
  for (int i = 0; i < kMost; ++i) CHECK_EQUAL(runs[i], i < count);
  memset(runs, 0, sizeof runs);
}

int main(void) {
  const unsigned long long high = ~0ULL - 5000;
  const unsigned long long wide = 1ULL << 59;
  for (int k = 1; k <= 3; ++k) {
    omp_set_schedule((omp_sched_t)k, k - 1);
#pragma omp parallel for schedule(runtime)
    for (unsigned long long i = high; i < high + 900; i += 3) HIT((i - high) / 3);
    check_runs(300);
#pragma omp parallel for schedule(runtime)
    for (unsigned long long i = 0; i < 15 * wide; i += wide) HIT(i / wide);
    check_runs(15);
#pragma omp parallel for schedule(runtime)
    for (long i = LONG_MIN; i < LONG_MIN + 50; ++i) HIT(i - LONG_MIN);
    check_runs(50);
#pragma omp parallel for schedule(runtime)
    for (long i = LONG_MAX - 50; i < LONG_MAX; ++i) HIT(i - (LONG_MAX - 50));
    check_runs(50);
#pragma omp parallel for schedule(runtime) collapse(2)
    for (unsigned long long i = high; i < high + 20; ++i)
      for (unsigned long long j = high; j > high - 10; --j) HIT((i - high) * 10 + (high - j));
    check_runs(200);
  }
  return 0;
}
