/* Regions that one thread has open at once. The runtime took them for a stack, the kept team of a
 * thread for the only one it could be given back, and a team out of the store for a blank one. */
#include <pthread.h>
#include <tidemill/tasking.h>

#include "check.h"
#include "process_status.h"
#include "watchdog.h"

/* Contexts of suspended tasks. Not local: what is shared with a region may be a copy until its end,
 * and these are read while the region that writes them is suspended. */
static void* first;
static void* second;

/* Two tasks of one thread, each in a region of its own, pause so that the region begun first ends
 * first. The thread's innermost region was then one that had ended, and the task with a dependence
 * created last was looked for in the wrong team, for ever. */
static void end_out_of_order(void) {
  int last_ran = 0;
  watchdog(10, "a task is lost after two regions of one thread ended in the order they began");
#pragma omp parallel num_threads(1) shared(last_ran)
  {
#pragma omp task
    {
      first = tidemill_get_current_blocking_context();
      tidemill_block_current_task(first);
#pragma omp parallel num_threads(1)
      {
        void* other = second;
        first = tidemill_get_current_blocking_context();
        tidemill_unblock_task(other);
        tidemill_block_current_task(first);
      }
    }
#pragma omp task
    {
      while (first == NULL) { /* in whichever order the two begin */
#pragma omp taskyield
      }
#pragma omp parallel num_threads(1)
      {
        second = tidemill_get_current_blocking_context();
        tidemill_unblock_task(first);
        tidemill_block_current_task(second);
      }
      tidemill_unblock_task(first);
    }
#pragma omp taskwait
#pragma omp task depend(out : first) shared(last_ran)
    last_ran = 1;
#pragma omp taskwait
    CHECK_EQUAL(last_ran, 1);
  }
}

/* The initial task leaves a region that is suspended, opens and closes another (its team is kept
 * for the next one), and then the first one ends: its team was kept in place of that one, whose
 * threads nobody ever used again. Each round leaked one, until there were no more. */
static void kept_teams_are_not_lost(void) {
  enum { kRounds = 300 };
  long threads_before = 0;
  watchdog(15, "a region of a task outside any other does not end");
  for (int i = 0; i < kRounds; ++i) {
    int resumed = 0;
#pragma omp task shared(resumed)
    {
#pragma omp parallel num_threads(2) shared(resumed)
      if (omp_get_thread_num() == 0) {
        first = tidemill_get_current_blocking_context();
        tidemill_block_current_task(first);
        resumed = 1;
      }
    }
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) tidemill_unblock_task(first);
#pragma omp taskwait
    CHECK_EQUAL(resumed, 1);
    if (i == 2) threads_before = process_status("Threads:");
  }
  CHECK_EQUAL(process_status("Threads:"), threads_before);
}

static void* expect_initial_level(void* unused) {
  int ran = 0;
  int members = 0;
  CHECK_EQUAL(omp_get_level(), 0);
  CHECK_EQUAL(omp_get_active_level(), 0);
  CHECK_EQUAL(omp_in_parallel(), 0);
  CHECK_EQUAL(omp_get_ancestor_thread_num(0), 0);
  CHECK_EQUAL(omp_get_ancestor_thread_num(1), -1);
#pragma omp task shared(ran) /* outside any region: at once */
  ran = 1;
  CHECK_EQUAL(ran, 1);
#pragma omp parallel num_threads(2) reduction(+ : members)
  members += 1;
  CHECK_EQUAL(members, 2);
  return unused;
}

/* The team of a nested region is used again as the initial team of the next thread that comes from
 * outside: it kept its level, so the thread believed itself inside a region. */
static void recycled_teams_start_at_level_0(void) {
  pthread_t thread;
  watchdog(10, "a thread from outside gets stuck in its first region");
#pragma omp parallel num_threads(2)
  {
#pragma omp task
    {
#pragma omp parallel num_threads(1)
      CHECK_EQUAL(omp_get_level(), 2);
    }
  }
  CHECK_EQUAL(pthread_create(&thread, NULL, expect_initial_level, NULL), 0);
  CHECK_EQUAL(pthread_join(thread, NULL), 0);
}

int main(void) {
  recycled_teams_start_at_level_0();
  end_out_of_order();
  kept_teams_are_not_lost();
  return 0;
}
