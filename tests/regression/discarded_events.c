/* Detachable tasks of what has been cancelled, that are discarded: mostly their bodies would have
 * fulfilled their events, or have had it done, so nobody does. They were waited for. Whoever has
 * the handle may fulfil the event all the same, at any time. Run with OMP_CANCELLATION=true. */
#include <pthread.h>

#include "check.h"
#include "watchdog.h"

enum { kTasks = 16 };

/* One after the other; each fulfils its own event. */
static void create_detached(int* chain, int* ran) {
  for (int i = 0; i < kTasks; ++i) {
    omp_event_handle_t event;
#pragma omp task depend(inout : *chain) detach(event) firstprivate(ran)
    {
#pragma omp atomic
      ++*ran;
      omp_fulfill_event(event);
    }
  }
}

/* The first task of a chain cancels the group: the others are discarded. */
static void bodies_that_fulfil(void) {
  int ran = 0, after = 0;
#pragma omp parallel
#pragma omp single
  {
    int chain = 0; /* an address */
    (void)chain;
#pragma omp taskgroup
    {
#pragma omp task depend(inout : chain)
      {
        usleep(100);
#pragma omp cancel taskgroup
      }
      create_detached(&chain, &ran);
    }
#pragma omp task depend(inout : chain) shared(after)
    after = 1;
#pragma omp taskwait
    CHECK_EQUAL(after, 1);
  }
  CHECK_EQUAL(ran, 0);
}

static void in_a_cancelled_region(void) {
  int chain = 0, ran = 0;
  (void)chain;
#pragma omp parallel shared(chain, ran)
  {
#pragma omp single nowait
    create_detached(&chain, &ran);
    if (omp_get_thread_num() == omp_get_num_threads() - 1) {
#pragma omp cancel parallel
    }
#pragma omp barrier
  }
  CHECK(ran <= kTasks);
}

/* Handles are fulfilled by a thread of the program's own, also while the tasks are discarded. */
static omp_event_handle_t handles[kTasks];
static int handed, fulfilled; /* atomic: how many */

static void* fulfil_all(void* late) {
  for (int i = 0; i < kTasks; ++i) {
    while (__atomic_load_n(&handed, __ATOMIC_ACQUIRE) <= i) {
    }
    if (late != NULL) usleep(100);
    omp_fulfill_event(handles[i]);
    __atomic_fetch_add(&fulfilled, 1, __ATOMIC_RELEASE);
  }
  return NULL;
}

static void fulfilled_by_another_thread(int late, int dependences) {
  static int truth = 1;
  pthread_t thread;
  int chain = 0, early = 0, begun = 0;
  (void)chain;
  handed = fulfilled = 0;
  CHECK_EQUAL(pthread_create(&thread, NULL, fulfil_all, late ? &truth : NULL), 0);
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp cancel taskgroup
      }
      for (int i = 0; i < kTasks; ++i) {
        omp_event_handle_t event; /* bodies lest GCC leave the tasks out */
        if (dependences) {
#pragma omp task detach(event) depend(inout : chain) shared(begun)
#pragma omp atomic
          ++begun;
        } else {
#pragma omp task detach(event) shared(begun)
#pragma omp atomic
          ++begun;
        }
        handles[i] = event;
        __atomic_store_n(&handed, i + 1, __ATOMIC_RELEASE);
      }
    }
    /* A new task has an event of its own, whatever becomes of the old handles. */
    omp_event_handle_t own;
    int released = 0;
#pragma omp task detach(own) depend(out : chain)
    {}
#pragma omp task depend(in : chain) shared(released, early)
    early |= !__atomic_load_n(&released, __ATOMIC_ACQUIRE);
    while (__atomic_load_n(&fulfilled, __ATOMIC_ACQUIRE) != kTasks) usleep(10);
    __atomic_store_n(&released, 1, __ATOMIC_RELEASE);
    omp_fulfill_event(own);
#pragma omp taskwait
  }
  CHECK_EQUAL(pthread_join(thread, NULL), 0);
  CHECK_EQUAL(early, 0);
  CHECK(begun <= kTasks);
}

/* ... and long after the region. */
static void fulfilled_after_the_region(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task if (0)
      {
#pragma omp cancel taskgroup
      }
      for (int i = 0; i < kTasks; ++i) {
        omp_event_handle_t event;
#pragma omp task detach(event)
        CHECK(0);
        handles[i] = event;
      }
    }
  }
  bodies_that_fulfil(); /* makes counters */
  for (int i = 0; i < kTasks; ++i) omp_fulfill_event(handles[i]);
}

int main(void) {
  CHECK(omp_get_cancellation());
  for (int r = 0; r < 40; ++r) {
    watchdog(60, "tasks whose bodies would fulfil their events");
    bodies_that_fulfil();
    watchdog(60, "the same in a cancelled region");
    in_a_cancelled_region();
    watchdog(60, "tasks with their events fulfilled by another thread");
    fulfilled_by_another_thread(r % 2, r / 2 % 2);
    watchdog(60, "tasks with their events fulfilled after the region");
    fulfilled_after_the_region();
  }
  return 0;
}
