/* A child that pauses on the stack of its parent's taskwait. The task scheduling constraint binds
 * a thread that waits in a taskwait to descendants of the waiting task; a thread whose stack is
 * held by a pause above it may run anything, or the task that ends the pause never begins. With
 * and without dependences: tasks with them wait in another queue. And where the child is untied,
 * and pauses on a stack of its own, on every thread of the team: nothing is left to do then but
 * what the constraint forbids. */
#include <tidemill/tasking.h>

#include "check.h"
#include "watchdog.h"

static void pause_and_publish(void** paused, int* resumed) {
  void* context = tidemill_get_current_blocking_context();
#pragma omp atomic write
  *paused = context;
  tidemill_block_current_task(context);
  *resumed = 1;
}

static void resume_published(void** paused) {
  for (;;) {
    void* context;
#pragma omp atomic read
    context = *paused;
    if (context != NULL) return tidemill_unblock_task(context);
#pragma omp taskyield
  }
}

static void with_dependences(void) {
  void* paused = NULL;
  int resumed = 0;
  int other = 0;
#pragma omp parallel num_threads(1) shared(paused, resumed, other)
  {
#pragma omp task depend(out : paused) shared(paused, resumed)
    {
#pragma omp task depend(out : paused) shared(paused, resumed)
      pause_and_publish(&paused, &resumed);
#pragma omp taskwait
      CHECK_EQUAL(resumed, 1);
    }
#pragma omp task depend(in : other) shared(paused)
    resume_published(&paused);
  }
  CHECK_EQUAL(resumed, 1);
}

static void without_dependences(void) {
  void* paused = NULL;
  int resumed = 0;
#pragma omp parallel num_threads(1) shared(paused, resumed)
  {
#pragma omp task shared(paused) /* oldest: runs last */
    resume_published(&paused);
#pragma omp task shared(paused, resumed)
    {
#pragma omp task shared(paused, resumed)
      pause_and_publish(&paused, &resumed);
#pragma omp taskwait
      CHECK_EQUAL(resumed, 1);
    }
  }
  CHECK_EQUAL(resumed, 1);
}

static void untied_on_each_thread(int threads) {
  enum { kMost = 4 };
  void* paused[kMost] = {NULL};
  int resumed[kMost] = {0};
#pragma omp parallel num_threads(threads) shared(paused, resumed)
#pragma omp single
  {
#pragma omp task shared(paused) /* oldest */
    for (int i = 0; i < threads; ++i) resume_published(&paused[i]);
    for (int i = 0; i < threads; ++i) {
#pragma omp task shared(paused, resumed) firstprivate(i)
      {
#pragma omp task untied shared(paused, resumed)
        pause_and_publish(&paused[i], &resumed[i]);
#pragma omp taskwait
        CHECK_EQUAL(resumed[i], 1);
      }
    }
  }
  for (int i = 0; i < threads; ++i) CHECK_EQUAL(resumed[i], 1);
}

int main(void) {
  watchdog(30, "the task that ends a pause above a taskwait is never begun");
  for (int round = 0; round < 100; ++round) {
    with_dependences();
    without_dependences();
  }
  for (int round = 0; round < 20; ++round)
    for (int threads = 1; threads <= 4; threads *= 2) untied_on_each_thread(threads);
  return 0;
}
