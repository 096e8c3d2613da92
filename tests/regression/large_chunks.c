/* Chunks much larger than the loop, which together are more than its variable holds. */
#include "check.h"

enum { kMost = 400 };
static int runs[kMost];

#define HIT(i) (__atomic_fetch_add(&runs[i], 1, __ATOMIC_RELAXED))

static void check_runs(int count) {
  for (int i = 0; i < kMost; ++i) CHECK_EQUAL(runs[i], i < count);
  memset(runs, 0, sizeof runs);
}

/* clang-format off */
#define PRAGMA(text) _Pragma(#text)
#define OMP(...) PRAGMA(omp __VA_ARGS__)
#define LOOPS(...)                                               \
  do {                                                           \
    OMP(parallel for num_threads(4) __VA_ARGS__)                 \
    for (int i = 0; i < kMost; ++i) HIT(i);                      \
    check_runs(kMost);                                           \
    OMP(parallel for num_threads(4) __VA_ARGS__)                 \
    for (int i = kMost; i > 0; --i) HIT(i - 1);                  \
    check_runs(kMost);                                           \
    OMP(parallel for num_threads(3) __VA_ARGS__)                 \
    for (unsigned i = 7; i < 7 + 2 * 300u; i += 2) HIT((i - 7) / 2); \
    check_runs(300);                                             \
    OMP(parallel for num_threads(4) __VA_ARGS__)                 \
    for (long i = 0; i < 3L * kMost; i += 3) HIT(i / 3);         \
    check_runs(kMost);                                           \
    OMP(parallel for num_threads(4) collapse(2) __VA_ARGS__)     \
    for (int i = 0; i < 20; ++i)                                 \
      for (int j = 0; j < 10; ++j) HIT(i * 10 + j);              \
    check_runs(200);                                             \
  } while (0)
/* clang-format on */

static void try_static(void) {
  for (int chunk = kMost; chunk <= 1 << 20; chunk *= 2) {
#pragma omp parallel for num_threads(4) schedule(static, chunk)
    for (int i = 0; i < kMost; ++i) {
      CHECK_EQUAL(omp_get_thread_num(), 0);
      HIT(i);
    }
    check_runs(kMost);
  }
  /* GCC's own code for it overflows. */
#ifdef __clang__
  LOOPS(schedule(static, 1000000000));
  LOOPS(schedule(static, INT_MAX));
#pragma omp teams num_teams(2)
#pragma omp distribute parallel for num_threads(2) dist_schedule(static, 1000000000) \
    schedule(static, 1000000000)
  for (int i = 0; i < kMost; ++i) HIT(i);
  check_runs(kMost);
#endif
}

int main(void) {
  try_static();
  LOOPS(schedule(dynamic, 1000000000));
  LOOPS(schedule(guided, 1000000000));
  LOOPS(schedule(monotonic : dynamic, INT_MAX));
  for (int k = 1; k <= 3; ++k) {
    omp_set_schedule((omp_sched_t)k, INT_MAX);
    LOOPS(schedule(runtime));
    LOOPS(ordered schedule(runtime));
  }
  return 0;
}
