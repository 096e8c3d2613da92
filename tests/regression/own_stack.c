/* Whose stack code runs on, by what the C library says of the thread's: implicit tasks are always
 * on their thread's own, in nested regions and from region to region; so are the tasks that a
 * thread runs while it waits. With TIDEMILL_STACKS=own all are that nothing suspends, untied ones,
 * a producer's and those outside any region, too. Also right on libgomp and libomp. */
#include "check.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* Not in line: after a wait, the thread may be another one. */
__attribute__((noinline)) static bool on_own_stack(void) {
  static __thread void* base;
  static __thread size_t bytes;
  char here;
  if (base == NULL) { /* for the initial thread the C library reads a long file each time */
    pthread_attr_t attributes;
    CHECK(pthread_getattr_np(pthread_self(), &attributes) == 0);
    CHECK(pthread_attr_getstack(&attributes, &base, &bytes) == 0);
    pthread_attr_destroy(&attributes);
  }
  return (uintptr_t)&here - (uintptr_t)base < bytes;
}

static bool all_own(void) {
  const char* stacks = getenv("TIDEMILL_STACKS");
  const char* expected = getenv("TM_EXPECT");
  return (stacks != NULL && strcmp(stacks, "own") == 0) || strcmp(expected, "system") == 0;
}

static void implicit_tasks(void) {
#pragma omp parallel
  {
    CHECK(on_own_stack());
#pragma omp barrier
    CHECK(on_own_stack());
#pragma omp parallel num_threads(2)
    {
      CHECK(on_own_stack());
#pragma omp critical
      CHECK(on_own_stack());
    }
    CHECK(on_own_stack());
#pragma omp for ordered schedule(dynamic, 1)
    for (int i = 0; i < 16; ++i) {
#pragma omp ordered
      CHECK(on_own_stack());
    }
  }
}

/* A few tied ones of each thread, and their children. */
static void while_it_waits(void) {
#pragma omp parallel
  {
    for (int i = 0; i < 4; ++i) {
#pragma omp task
      {
        CHECK(omp_get_num_threads() == 1 || on_own_stack());
#pragma omp task
        CHECK(omp_get_num_threads() == 1 || on_own_stack());
#pragma omp taskwait
      }
    }
#pragma omp barrier
    CHECK(on_own_stack());
#pragma omp taskwait
    CHECK(on_own_stack());
  }
}

static int fib(int n) {
  if (n < 2) return n;
  int a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  CHECK(on_own_stack());
  return a + b;
}

static void tasks_of_all_kinds(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 3000; ++i) {
#pragma omp task untied
    CHECK(on_own_stack());
#pragma omp task
    CHECK(on_own_stack());
#pragma omp task if (0)
    CHECK(on_own_stack());
  }
#pragma omp parallel
#pragma omp single
  {
    CHECK_EQUAL(fib(16), 987);
#pragma omp taskgroup
    for (int i = 0; i < 200; ++i) {
#pragma omp task
      {
#pragma omp task
        CHECK(on_own_stack());
      }
    }
#pragma omp taskloop grainsize(3)
    for (int i = 0; i < 300; ++i) CHECK(on_own_stack());
  }
  int chain = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 500; ++i) {
#pragma omp task depend(inout : chain)
    {
      CHECK(on_own_stack());
      ++chain;
    }
  }
  CHECK_EQUAL(chain, 500);
  for (int i = 0; i < 200; ++i) {
#pragma omp task shared(chain)
    {
      CHECK(on_own_stack());
      --chain;
    }
  }
#pragma omp taskwait
  CHECK_EQUAL(chain, 300);
}

int main(void) {
  omp_set_max_active_levels(2);
  for (int again = 0; again < 5; ++again) {
    implicit_tasks();
    while_it_waits();
    if (all_own()) tasks_of_all_kinds();
  }
  return 0;
}
