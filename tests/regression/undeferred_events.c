/* A task nobody else runs (undeferred, or implicit) and whose events come later is complete only
 * then: its creator, or the end of the region, has to wait for them. The first version waited for
 * the body alone; the second used one wake-up slot for the body's own taskwait and for the last
 * event, so that a taskwait that had slept let the task complete with its events outstanding. */
#include <pthread.h>
#include <stdatomic.h>
#include <tidemill/tasking.h>
#include <unistd.h>

#include "check.h"
#include "watchdog.h"

enum { kLateUs = 60000 };

enum Body { kPlain, kAfterTaskwait };

static atomic_int fulfilled;
static pthread_t fulfiller;

static void* decrease_late(void* counter) {
  usleep(kLateUs);
  atomic_store(&fulfilled, 1);
  tidemill_decrease_task_event_counter(counter, 1);
  return NULL;
}

static void* fulfill_late(void* event) {
  usleep(kLateUs);
  atomic_store(&fulfilled, 1);
  omp_fulfill_event((omp_event_handle_t)event);
  return NULL;
}

static void bind_late_event(void) {
  void* counter = tidemill_get_current_event_counter();
  tidemill_increase_current_task_event_counter(counter, 1);
  CHECK_EQUAL(pthread_create(&fulfiller, NULL, decrease_late, counter), 0);
}

/* A taskwait that has to sleep, with the other thread still in a child. */
static void sleep_in_taskwait(enum Body body) {
  if (body == kPlain) return;
  for (int i = 0; i < 2; ++i) {
#pragma omp task
    usleep(omp_get_thread_num() == 1 ? 60000 : 15000);
  }
#pragma omp taskwait
}

static void expect_fulfilled(void) {
  CHECK_EQUAL(atomic_load(&fulfilled), 1);
  CHECK_EQUAL(pthread_join(fulfiller, NULL), 0);
  atomic_store(&fulfilled, 0);
}

static void region_waits_for_its_implicit_task(enum Body body) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    sleep_in_taskwait(body);
    bind_late_event();
  }
  expect_fulfilled();
}

static void creator_waits_for_bound_event(enum Body body) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task if (0)
    {
      sleep_in_taskwait(body);
      bind_late_event();
    }
    expect_fulfilled();
  }
}

static void creator_waits_for_detached_task(enum Body body) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task if (0) detach(event)
    {
      sleep_in_taskwait(body);
      CHECK_EQUAL(pthread_create(&fulfiller, NULL, fulfill_late, (void*)event), 0);
    }
    expect_fulfilled();
  }
}

int main(void) {
  watchdog(15, "a fulfilled event does not complete its task");
  for (enum Body body = kPlain; body <= kAfterTaskwait; ++body) {
    region_waits_for_its_implicit_task(body);
    creator_waits_for_bound_event(body);
    creator_waits_for_detached_task(body);
  }
  return 0;
}
