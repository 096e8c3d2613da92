/* Strict tasks for a thread that always has a task of its own, each of which creates the next: they
 * go before those, all of them. By a call to the thread alone, and to the threads of its node, of
 * which the other one is in a long task. On a machine of several nodes with 2 processors each. */
#include "../conformance/check.h"

#include <tidemill/affinity.h>
#include <unistd.h>

enum { kThreads = 4, kStrict = 4, kLimit = 20 };

static int ran; /* strict tasks */
static double began;

static int all_ran(void) { return __atomic_load_n(&ran, __ATOMIC_ACQUIRE) == kStrict; }
static int is_over(void) { return all_ran() || omp_get_wtime() - began > kLimit; }

static void go_on_for_ever(void) {
  if (is_over()) return;
#pragma omp task
  go_on_for_ever();
}

/* In no task scheduling point. */
static void keep_thread(void) {
  while (!is_over()) usleep(1000);
}

static void strict_ones_go_first(omp_affinitykind_t kind) {
  ran = 0;
  began = omp_get_wtime();
#pragma omp parallel num_threads(kThreads)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp task
      go_on_for_ever();
    } else {
      if (omp_get_thread_num() == 2) {
        usleep(50000); /* by now it is at it */
        for (int i = 0; i < kStrict; ++i) {
          usleep(20000); /* so that each one's call counts, not the one's before it */
          omp_set_task_affinity(kind, 0, 1);
#pragma omp task
          {
            CHECK_EQUAL(omp_get_thread_num(), 0);
            __atomic_add_fetch(&ran, 1, __ATOMIC_RELEASE);
          }
        }
      }
      keep_thread();
    }
  }
  printf("%s: after %.3f s\n", kind == omp_affinity_numa ? "node" : "thread",
         omp_get_wtime() - began);
  CHECK(omp_get_wtime() - began < kLimit);
}

int main(void) {
  omp_set_dynamic(0);
  strict_ones_go_first(omp_affinity_thread);
  strict_ones_go_first(omp_affinity_numa);
  return 0;
}
