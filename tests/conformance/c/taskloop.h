/* Runs taskloops of many lengths under CLAUSES and sees that each iteration ran once, all of them
 * before the construct's end. */
#include "../check.h"

enum { kMost = 600 };
static int runs[kMost];

#define HIT(i) (__atomic_fetch_add(&runs[i], 1, __ATOMIC_RELAXED))
#define PRAGMA(text) _Pragma(#text)
#define OMP(...) PRAGMA(omp __VA_ARGS__)

static void check_runs(int count) {
  for (int i = 0; i < kMost; ++i) CHECK_EQUAL(runs[i], i < count);
  memset(runs, 0, sizeof runs);
}

/* clang-format off */
static void try_taskloops(void) {
  const unsigned long long high = ~0ULL - 1000;
  for (int n = 0; n <= 300; n = n < 3 ? n + 1 : n * 3) {
    _Pragma("omp parallel")
    _Pragma("omp single")
    {
      OMP(taskloop CLAUSES)
      for (int i = 0; i < n; ++i) HIT(i);
      check_runs(n);
      OMP(taskloop CLAUSES)
      for (long i = 2L * n; i > 0; i -= 2) HIT(i / 2 - 1);
      check_runs(n);
      OMP(taskloop CLAUSES)
      for (unsigned long long i = high; i < high + 3 * (unsigned long long)n; i += 3)
        HIT((i - high) / 3);
      check_runs(n);
      OMP(taskloop CLAUSES collapse(2))
      for (int i = 0; i < n / 5; ++i)
        for (int j = 5; j > 0; --j) HIT(i * 5 + j - 1);
      check_runs(n / 5 * 5);
    }
  }
}

/* How many iterations each task ran: `sizes` has an entry a task, in the order of iterations. */
static int count_sizes(const int* position, int n, int* sizes) {
  int tasks = 0;
  for (int i = 0; i < n; ++i)
    if (i + 1 == n || position[i + 1] == 1) sizes[tasks++] = position[i];
  return tasks;
}
/* clang-format on */
