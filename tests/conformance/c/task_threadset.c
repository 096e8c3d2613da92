/* task, taskloop with threadset: tasks of omp_pool and of omp_team both run once, with all that
 * other clauses say of them. OpenMP 6.0.
 * Build with: clang-22:-fopenmp-version=60 */
#include "check.h"

static int ran;

static void count(void) {
#pragma omp atomic
  ran++;
}

static void plain(int n) {
  ran = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; ++i) {
#pragma omp task threadset(omp_pool)
    count();
#pragma omp task threadset(omp_team)
    count();
  }
  CHECK_EQUAL(ran, 2 * n);
}

/* What else a task's flags say is not taken for the pool, nor the pool for it. */
static void with_others(void) {
  int order[3] = {0, 0, 0};
  ran = 0;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task threadset(omp_pool) untied priority(2)
    count();
#pragma omp task threadset(omp_pool) final(1)
    {
      CHECK(omp_in_final());
      count();
    }
#pragma omp task threadset(omp_pool)
    {
      CHECK(!omp_in_final());
      count();
    }
#pragma omp task threadset(omp_pool) detach(event)
    count();
#pragma omp task threadset(omp_pool)
    omp_fulfill_event(event);
#pragma omp taskwait
    CHECK_EQUAL(ran, 4);
    for (int i = 0; i < 3; ++i) {
#pragma omp task threadset(omp_pool) depend(inout : order[0]) firstprivate(i)
      {
        order[i] = i + 1;
        if (i > 0) CHECK_EQUAL(order[i - 1], i);
      }
    }
#pragma omp taskwait
    int undeferred = 0;
#pragma omp task threadset(omp_pool) if (0) shared(undeferred)
    undeferred = 1;
    CHECK_EQUAL(undeferred, 1);
#pragma omp task threadset(omp_pool) mergeable
    count();
  }
  CHECK_EQUAL(ran, 5);
  CHECK_EQUAL(order[2], 3);
}

static void loops(void) {
  long sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop threadset(omp_pool) grainsize(7) reduction(+ : sum)
  for (int i = 0; i < 1000; ++i) sum += i;
  CHECK_EQUAL(sum, 499500);
}

static int fibonacci(int n) {
  int a = 0, b = 0;
  if (n < 2) return n;
#pragma omp task threadset(omp_pool) shared(a)
  a = fibonacci(n - 1);
#pragma omp task threadset(omp_pool) shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  plain(100);
  with_others();
  loops();
  CHECK_EQUAL(fibonacci(12), 144); /* outside any region */
#pragma omp parallel
#pragma omp single
  CHECK_EQUAL(fibonacci(16), 987);
  return 0;
}
