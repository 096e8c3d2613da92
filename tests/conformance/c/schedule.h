/* Runs loops of many lengths and steps under SCHEDULE and sees that each iteration ran once, in
 * all of: long, unsigned long long and pointer variables, both directions, combined or not. */
#include "../check.h"

enum { kMost = 400 };
static int runs[kMost];

#define HIT(i) (__atomic_fetch_add(&runs[i], 1, __ATOMIC_RELAXED))
#define PRAGMA(text) _Pragma(#text)
#define OMP(...) PRAGMA(omp __VA_ARGS__)

static void check_runs(int count) {
  for (int i = 0; i < kMost; ++i) CHECK_EQUAL(runs[i], i < count);
  memset(runs, 0, sizeof runs);
}

/* clang-format off */
static void try_loops(void) {
  static char bytes[kMost];
  for (int n = 0; n <= 240; n = n < 4 ? n + 1 : n * 2) {
    _Pragma("omp parallel")
    {
      OMP(for SCHEDULE)
      for (int i = 0; i < n; ++i) HIT(i);
    }
    check_runs(n);
    OMP(parallel for SCHEDULE)
    for (int i = n; i > 0; i--) HIT(i - 1);
    check_runs(n);
    OMP(parallel for SCHEDULE)
    for (long i = 5; i < 5 + 3L * n; i += 3) HIT((i - 5) / 3);
    check_runs(n);
    OMP(parallel for SCHEDULE)
    for (long i = 7L * n; i >= 7; i -= 7) HIT(i / 7 - 1);
    check_runs(n);
    const unsigned long long high = ~0ULL - 3000;
    OMP(parallel for SCHEDULE)
    for (unsigned long long i = high; i < high + 2 * (unsigned long long)n; i += 2)
      HIT((i - high) / 2);
    check_runs(n);
    OMP(parallel for SCHEDULE)
    for (unsigned long long i = high + (unsigned)n; i > high; --i) HIT(i - high - 1);
    check_runs(n);
    OMP(parallel for SCHEDULE)
    for (char* p = bytes; p < bytes + n; ++p) HIT(p - bytes);
    check_runs(n);
    OMP(parallel for SCHEDULE)
    for (unsigned i = 0; i != (unsigned)n; ++i) HIT(i);
    check_runs(n);
    OMP(parallel for collapse(2) SCHEDULE)
    for (int i = 0; i < n / 10; ++i)
      for (int j = 10; j > 0; --j) HIT(i * 10 + j - 1);
    check_runs(n / 10 * 10);
  }
}
/* clang-format on */
