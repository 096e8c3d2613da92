/* A child that pauses on the stack of its parent's taskwait. The task scheduling constraint binds
 * a thread that waits in a taskwait to descendants of the waiting task; a thread whose stack is
 * held by a pause above it may run anything, or the task that ends the pause never begins. With
 * and without dependences: tasks with them wait in another queue. And where the child is untied,
 * and pauses on a stack of its own, on every thread of the team: nothing is left to do then but
 * what the constraint forbids. The same where the child's body is over and an event bound to it is
 * what is waited for, in a taskwait, at a taskgroup's end, or as it is undeferred. */
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

static void bind_and_publish(void** counter) {
  void* mine = tidemill_get_current_event_counter();
  tidemill_increase_current_task_event_counter(mine, 1);
#pragma omp atomic write
  *counter = mine;
}

static void fulfil_published(void** counter) {
  for (;;) {
    void* published;
#pragma omp atomic read
    published = *counter;
    if (published != NULL) return tidemill_decrease_task_event_counter(published, 1);
#pragma omp taskyield
  }
}

enum Wait { kTaskwait, kTaskgroup, kUndeferred };

static void bound_on_each_thread(int threads, enum Wait wait) {
  enum { kMost = 4 };
  void* counters[kMost] = {NULL};
  int over = 0;
#pragma omp parallel num_threads(threads) shared(counters, over)
#pragma omp single
  {
#pragma omp task shared(counters) /* oldest */
    for (int i = 0; i < threads; ++i) fulfil_published(&counters[i]);
    for (int i = 0; i < threads; ++i) {
#pragma omp task shared(counters, over) firstprivate(i, wait)
      {
        if (wait == kTaskwait) {
#pragma omp task shared(counters)
          bind_and_publish(&counters[i]);
#pragma omp taskwait
        } else if (wait == kTaskgroup) {
#pragma omp taskgroup
#pragma omp task shared(counters)
          bind_and_publish(&counters[i]);
        } else {
#pragma omp task shared(counters) if (0)
          bind_and_publish(&counters[i]);
        }
#pragma omp atomic
        ++over;
      }
    }
  }
  CHECK_EQUAL(over, threads);
}

int main(void) {
  watchdog(30, "the task that ends a pause, or fulfils an event, above a wait is never begun");
  for (int round = 0; round < 100; ++round) {
    with_dependences();
    without_dependences();
  }
  for (int round = 0; round < 20; ++round)
    for (int threads = 1; threads <= 4; threads *= 2) {
      untied_on_each_thread(threads);
      bound_on_each_thread(threads, kTaskwait);
      bound_on_each_thread(threads, kTaskgroup);
      bound_on_each_thread(threads, kUndeferred);
    }
  return 0;
}
