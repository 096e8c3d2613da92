/* taskloop: grainsize, num_tasks, collapse, if, final, nogroup, lastprivate, unsigned bounds,
 * negative steps. */
#include "check.h"

enum { kMost = 600 };
static int runs[kMost];

static void check_runs(int count) {
  for (int i = 0; i < kMost; ++i) CHECK_EQUAL(runs[i], i < count);
  memset(runs, 0, sizeof runs);
}

#define HIT(i) (__atomic_fetch_add(&runs[i], 1, __ATOMIC_RELAXED))

#define TRY_CLAUSES(...)                                                                \
  do {                                                                                  \
    for (int n = 0; n <= 300; n += 75) {                                                \
      _Pragma("omp parallel") _Pragma("omp single") {                                   \
        _Pragma(__VA_ARGS__) for (int i = 0; i < n; ++i) HIT(i);                        \
        check_runs(n);                                                                  \
        _Pragma(__VA_ARGS__) for (long i = 2L * n; i > 0; i -= 2) HIT(i / 2 - 1);       \
        check_runs(n);                                                                  \
        _Pragma(__VA_ARGS__) for (unsigned long long i = ~0ULL - 1000;                  \
                                  i < ~0ULL - 1000 + 3 * (unsigned long long)n; i += 3) \
            HIT((i - (~0ULL - 1000)) / 3);                                              \
        check_runs(n);                                                                  \
      }                                                                                 \
    }                                                                                   \
  } while (0)

/* How many tasks there were: each starts a fresh count of its iterations. */
static void sizes(int n, int grain, int least, int most) {
  int longest = 0;
  int shortest = kMost;
  static int owner[kMost];
  memset(owner, 0, sizeof owner);
#pragma omp parallel
#pragma omp single
  {
    int current = 0;
#pragma omp taskloop grainsize(grain) firstprivate(current)
    for (int i = 0; i < n; ++i) owner[i] = ++current; /* 1, 2, ... within a task */
  }
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n && owner[i + 1] != 1) continue;
    if (owner[i] > longest) longest = owner[i];
    if (owner[i] < shortest) shortest = owner[i];
  }
  CHECK(shortest >= least);
  CHECK(longest <= most);
}

static void count_tasks(int n, int wanted, int expected) {
  int firsts = 0;
#pragma omp parallel shared(firsts)
#pragma omp single
  {
    int current = 0;
#pragma omp taskloop num_tasks(wanted) firstprivate(current) shared(firsts)
    for (int i = 0; i < n; ++i)
      if (current++ == 0) {
#pragma omp atomic
        ++firsts;
      }
  }
  CHECK_EQUAL(firsts, expected);
}

static void others(void) {
  int last = -1;
#pragma omp parallel shared(last)
#pragma omp single
  {
#pragma omp taskloop lastprivate(last) num_tasks(7)
    for (int i = 0; i < 100; ++i) last = i;
    CHECK_EQUAL(last, 99);
#pragma omp taskloop collapse(2) grainsize(5)
    for (int i = 0; i < 10; ++i)
      for (int j = 0; j < 11; ++j) HIT(i * 11 + j);
    check_runs(110);
#pragma omp taskgroup
    {
#pragma omp taskloop nogroup num_tasks(9)
      for (int i = 0; i < 50; ++i) HIT(i);
    }
    check_runs(50);
  }
}

int main(void) {
  TRY_CLAUSES("omp taskloop");
  TRY_CLAUSES("omp taskloop grainsize(10)");
  TRY_CLAUSES("omp taskloop num_tasks(13)");
  TRY_CLAUSES("omp taskloop untied num_tasks(400)");
  TRY_CLAUSES("omp taskloop if(0)");
  TRY_CLAUSES("omp taskloop final(1)");
  TRY_CLAUSES("omp taskloop grainsize(strict: 7)");
  sizes(100, 10, 10, 19);
  sizes(105, 10, 10, 19);
  sizes(7, 10, 7, 7);
  count_tasks(100, 8, 8);
  count_tasks(5, 8, 5);
  others();
  return 0;
}
