/* for: every schedule runs every iteration exactly once, in chunks as asked; collapse,
 * lastprivate, nowait, negative steps, unsigned long long bounds, empty loops. */
#include "check.h"

enum { kMost = 1000 };
static int runs[kMost];

static void check_runs(int count) {
  for (int i = 0; i < kMost; ++i) CHECK_EQUAL(runs[i], i < count);
  memset(runs, 0, sizeof runs);
}

#define HIT(i) (__atomic_fetch_add(&runs[i], 1, __ATOMIC_RELAXED))

/* Each schedule with a step of 1, 3 and -7. */
#define TRY_SCHEDULE(...)                                                                  \
  do {                                                                                     \
    for (int n = 0; n <= 300; n += 60) {                                                   \
      _Pragma("omp parallel") { _Pragma(__VA_ARGS__) for (int i = 0; i < n; ++i) HIT(i); } \
      check_runs(n);                                                                       \
      _Pragma("omp parallel") {                                                            \
        _Pragma(__VA_ARGS__) for (long i = 5; i < 5 + 3L * n; i += 3) HIT((i - 5) / 3);    \
      }                                                                                    \
      check_runs(n);                                                                       \
      _Pragma("omp parallel") {                                                            \
        _Pragma(__VA_ARGS__) for (long i = 7L * n; i > 0; i -= 7) HIT(i / 7 - 1);          \
      }                                                                                    \
      check_runs(n);                                                                       \
    }                                                                                      \
  } while (0)

static void schedules(void) {
  TRY_SCHEDULE("omp for");
  TRY_SCHEDULE("omp for schedule(static)");
  TRY_SCHEDULE("omp for schedule(static, 1)");
  TRY_SCHEDULE("omp for schedule(static, 7)");
  TRY_SCHEDULE("omp for schedule(dynamic)");
  TRY_SCHEDULE("omp for schedule(dynamic, 16)");
  TRY_SCHEDULE("omp for schedule(monotonic : dynamic, 3)");
  TRY_SCHEDULE("omp for schedule(nonmonotonic : dynamic, 3)");
  TRY_SCHEDULE("omp for schedule(guided)");
  TRY_SCHEDULE("omp for schedule(guided, 8)");
  TRY_SCHEDULE("omp for schedule(auto)");
  const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided,
                               omp_sched_auto};
  for (int k = 0; k < 4; ++k)
    for (int chunk = 0; chunk < 12; chunk += 5) {
      omp_set_schedule(kinds[k], chunk);
      TRY_SCHEDULE("omp for schedule(runtime)");
    }
}

static void combined(void) {
#pragma omp parallel for schedule(static, 2)
  for (int i = 0; i < 77; ++i) HIT(i);
  check_runs(77);
#pragma omp parallel for schedule(dynamic, 2)
  for (int i = 0; i < 77; ++i) HIT(i);
  check_runs(77);
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < 77; ++i) HIT(i);
  check_runs(77);
  omp_set_schedule(omp_sched_guided, 2);
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 77; ++i) HIT(i);
  check_runs(77);
}

static void long_bounds(void) {
  /* Bounds beyond a signed long, both directions; and at the type's ends. */
  const unsigned long long high = ~0ULL - 5000;
#pragma omp parallel for schedule(dynamic, 3)
  for (unsigned long long i = high; i < high + 300; ++i) HIT(i - high);
  check_runs(300);
#pragma omp parallel for schedule(guided)
  for (unsigned long long i = high + 300; i > high; --i) HIT(i - high - 1);
  check_runs(300);
#pragma omp parallel for schedule(static, 4)
  for (unsigned long long i = high; i < high + 900; i += 3) HIT((i - high) / 3);
  check_runs(300);
  omp_set_schedule(omp_sched_dynamic, 5);
#pragma omp parallel for schedule(runtime)
  for (unsigned long long i = high; i < high + 900; i += 3) HIT((i - high) / 3);
  check_runs(300);
#pragma omp parallel for schedule(dynamic)
  for (long i = LONG_MIN; i < LONG_MIN + 50; ++i) HIT(i - LONG_MIN);
  check_runs(50);
#pragma omp parallel for schedule(dynamic, 3)
  for (long i = LONG_MAX - 50; i < LONG_MAX; ++i) HIT(i - (LONG_MAX - 50));
  check_runs(50);
  /* Few iterations over nearly the whole range. */
  const unsigned long long wide = 1ULL << 59;
#pragma omp parallel for schedule(dynamic)
  for (unsigned long long i = 0; i < 15 * wide; i += wide) HIT(i / wide);
  check_runs(15);
}

static void collapse(void) {
#pragma omp parallel for collapse(2) schedule(dynamic, 3)
  for (int i = 0; i < 13; ++i)
    for (int j = 0; j < 17; ++j) HIT(i * 17 + j);
  check_runs(13 * 17);
#pragma omp parallel for collapse(3) schedule(static)
  for (int i = 0; i < 5; ++i)
    for (int j = 8; j > 0; j -= 2)
      for (long k = 0; k < 7; ++k) HIT((i * 4 + (8 - j) / 2) * 7 + k);
  check_runs(5 * 4 * 7);
  int count = 0;
#pragma omp parallel for collapse(2) reduction(+ : count)
  for (int i = 0; i < 20; ++i)
    for (int j = i; j < 20; ++j) ++count; /* not rectangular */
  CHECK_EQUAL(count, 210);
}

static void last_private(void) {
  for (int k = 0; k < 3; ++k) {
    int last = -1;
    int variable = -1;
    omp_set_schedule(k == 0 ? omp_sched_static : k == 1 ? omp_sched_dynamic : omp_sched_guided, 3);
#pragma omp parallel for schedule(runtime) lastprivate(last, variable)
    for (int i = 0; i < 100; i += 3) {
      last = i;
      variable = i * 2;
    }
    CHECK_EQUAL(last, 99);
    CHECK_EQUAL(variable, 198);
#pragma omp parallel for schedule(static, 5) lastprivate(last)
    for (int i = 50; i > -20; i -= 4) last = i;
    CHECK_EQUAL(last, -18);
  }
}

/* Threads many loops apart: each has its own descriptor. */
static void no_wait(void) {
  enum { kLoops = 40 };
  static int sums[kLoops];
  memset(sums, 0, sizeof sums);
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0)
      for (volatile int spin = 0; spin < 100000; ++spin) continue;
    for (int l = 0; l < kLoops; ++l) {
#pragma omp for schedule(dynamic, 2) nowait
      for (int i = 0; i < 30; ++i)
#pragma omp atomic
        sums[l] += i;
    }
  }
  for (int l = 0; l < kLoops; ++l) CHECK_EQUAL(sums[l], 435);
}

/* static: the same thread runs the same chunk in every loop; equal chunk sizes. */
static void static_assignment(void) {
  static int owner[kMost];
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < kMost; ++i) owner[i] = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < kMost; ++i) CHECK_EQUAL(owner[i], omp_get_thread_num());
#pragma omp for schedule(static, 10)
    for (int i = 0; i < kMost; ++i)
      CHECK_EQUAL(omp_get_thread_num(), i / 10 % omp_get_num_threads());
  }
}

int main(void) {
  schedules();
  combined();
  long_bounds();
  collapse();
  last_private();
  no_wait();
  static_assignment();
  return 0;
}
