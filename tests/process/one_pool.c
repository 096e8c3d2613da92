/* A program and a library built by different compilers, for GCC's runtime and for LLVM's, share
 * one: the same threads, teams, task graph, locks and settings. With a runtime each, the process
 * would have twice the threads and neither side would know of the other's regions. */
#include "../regression/process_status.h"
#include "../regression/watchdog.h"
#include "check.h"
#include "pool_library.h"
#include "work.h"

enum { kThreads = 4, kRounds = 30 };

static void take_turns(void) {
  for (int round = 0; round < kRounds; ++round) {
    CHECK_EQUAL(count_members(kThreads), kThreads);
    CHECK_EQUAL(library_members(kThreads), kThreads);
    CHECK(work_is_right(kThreads));
    CHECK(library_work_is_right(kThreads));
  }
}

static void library_inside_a_region(void) {
#pragma omp parallel num_threads(kThreads)
  {
    CHECK_EQUAL(library_thread_number(), omp_get_thread_num());
    CHECK_EQUAL(library_team_size(), kThreads);
    CHECK_EQUAL(library_members(kThreads), 1); /* one active level: it is serial in here */
#pragma omp barrier
    for (int i = 0; i < 10; ++i) CHECK_EQUAL(library_tasks(20), 20);
#pragma omp barrier
#pragma omp single
    for (int i = 0; i < 50; ++i) {
#pragma omp task
      {
        CHECK(library_work_is_right(2));
        CHECK_EQUAL(library_tasks(5), 5);
      }
    }
  }
}

static void one_lock(void) {
  omp_lock_t lock;
  long counter = 0;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(kThreads)
  for (int i = 0; i < 200; ++i) {
    if (i % 2 == 0)
      omp_set_lock(&lock);
    else
      library_set_lock(&lock);
    ++counter;
    if (i % 3 == 0)
      omp_unset_lock(&lock);
    else
      library_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  CHECK_EQUAL(counter, kThreads * 200);
}

int main(void) {
  watchdog(100, "a program and a library on one pool");
  take_turns();
  library_inside_a_region();
  one_lock();
  omp_set_num_threads(3);
  CHECK_EQUAL(library_members(omp_get_max_threads()), 3);
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  CHECK_EQUAL(library_members(2), 2);
  /* The largest team, and two nested ones: no more than that was ever needed at once. One more
   * thread polls when all are busy, if anything asked for it. */
  CHECK(process_status("Threads:") <= kThreads + 1);
  return 0;
}
