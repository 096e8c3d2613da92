/* An untied task that may go on, where all that could take it sleep: one in the team, who is woken
 * for it but has a tied task of its own to go on with, which waits for the untied one; and one
 * inside a nested region, who begins nothing of the team but may go on with what has begun. The
 * first has to wake the second. */
#include <omp.h>
#include <pthread.h>
#include <tidemill/tasking.h>
#include <unistd.h>

#include "check.h"
#include "watchdog.h"

static void* contexts[3]; /* untied, tied, and one that keeps its thread's region open */
static int untied_went_on;

static void* context_of(int i) { return __atomic_load_n(&contexts[i], __ATOMIC_ACQUIRE); }
static int went_on(void) { return __atomic_load_n(&untied_went_on, __ATOMIC_ACQUIRE); }

static void pause_as(int i) {
  void* const own = tidemill_get_current_blocking_context();
  __atomic_store_n(&contexts[i], own, __ATOMIC_RELEASE);
  tidemill_block_current_task(own);
}

static void* unblock_both(void* unused) {
  while (!context_of(0) || !context_of(1) || !context_of(2)) usleep(100);
  usleep(50000); /* for the others to fall asleep */
  void* both[] = {context_of(1), context_of(0)};
  tidemill_unblock_tasks(both, 2);
  return unused;
}

static void once(void) {
  pthread_t outside;
  for (int i = 0; i < 3; ++i) contexts[i] = NULL;
  untied_went_on = 0;
  pthread_create(&outside, NULL, unblock_both, NULL);
#pragma omp parallel num_threads(3)
  {
    const int me = omp_get_thread_num();
    if (me == 1) {
#pragma omp task
      pause_as(2);
#pragma omp task untied
      {
        pause_as(0);
        __atomic_store_n(&untied_went_on, 1, __ATOMIC_RELEASE);
        tidemill_unblock_task(context_of(2));
      }
#pragma omp task
      {
        pause_as(1);
        while (!went_on()) usleep(100);
      }
    } else if (me == 2) {
      while (!went_on()) usleep(100); /* takes nothing */
    } else {
      usleep(10000);
#pragma omp parallel num_threads(2)
      if (omp_get_thread_num() == 1)
        while (!went_on()) usleep(100);
    }
  }
  pthread_join(outside, NULL);
}

int main(void) {
  omp_set_max_active_levels(2);
  watchdog(60, "a task that could go on inside a nested region, where its worker sleeps");
  for (int round = 0; round < 10; ++round) once();
  return 0;
}
