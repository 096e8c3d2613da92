/* distribute parallel for: all schedules, collapse, reduction, simd, 64-bit unsigned bounds. */
#include "check.h"

static int runs[600];

static void check_runs(int count) {
  for (int i = 0; i < 600; ++i) CHECK_EQUAL(runs[i], i < count);
  memset(runs, 0, sizeof runs);
}
#define HIT(i) (__atomic_fetch_add(&runs[i], 1, __ATOMIC_RELAXED))

int main(void) {
  long sum = 4;
#pragma omp teams distribute parallel for num_teams(2) reduction(+ : sum)
  for (int i = 0; i < 500; ++i) {
    HIT(i);
    sum += i;
  }
  CHECK_EQUAL(sum, 4 + 124750);
  check_runs(500);
#pragma omp teams distribute parallel for schedule(dynamic, 3) dist_schedule(static, 50)
  for (int i = 0; i < 600; ++i) HIT(i);
  check_runs(600);
#pragma omp teams distribute parallel for schedule(guided) num_threads(3)
  for (long i = 600; i > 0; i -= 2) HIT(i / 2 - 1);
  check_runs(300);
#pragma omp teams distribute parallel for collapse(2) schedule(static, 2)
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 30; ++j) HIT(i * 30 + j);
  check_runs(600);
#pragma omp teams distribute parallel for simd
  for (int i = 0; i < 600; ++i) runs[i] = 1;
  check_runs(600);
#pragma omp teams distribute simd
  for (int i = 0; i < 600; ++i) runs[i] = 1;
  check_runs(600);
  const unsigned long long high = ~0ULL - 5000;
#pragma omp teams distribute parallel for
  for (unsigned long long i = high; i < high + 300; ++i) HIT(i - high);
  check_runs(300);
  int last = 0;
#pragma omp teams distribute parallel for lastprivate(last)
  for (int i = 0; i < 300; ++i) last = i;
  CHECK_EQUAL(last, 299);
  return 0;
}
