/* Two tasks that wake each other until a third, which hasn't begun, tells them to stop: what goes
 * on doesn't keep what is to begin from its turn for ever. Tied ones, in the queue of their worker
 * alone, and untied ones; the third with a dependence and without, in the one queue and the other.
 * And the same until their creator does, which is throttled again and again before.
 */
#include <omp.h>
#include <tidemill/tasking.h>

#include "check.h"
#include "watchdog.h"

static void* paused[2];
static int stop;

/* By one thread at a time: teams of one, or the tasks in turn. */
static void wake_each_other(int me) {
  for (;;) {
    void* const own = tidemill_get_current_blocking_context();
    void* other;
    int stops;
#pragma omp critical
    {
      stops = stop;
      paused[me] = stops ? NULL : own;
      other = paused[1 - me];
      paused[1 - me] = NULL;
    }
    if (other != NULL) tidemill_unblock_task(other);
    if (stops) return;
    tidemill_block_current_task(own);
  }
}

static void end_them(void) {
#pragma omp critical
  stop = 1;
}

static void with(int tied, int named) {
  int name = 0;
  stop = 0;
  paused[0] = paused[1] = NULL;
#pragma omp parallel num_threads(1)
#pragma omp single
  {
    if (named) { /* after both have begun, and newer than they */
#pragma omp task depend(out : name)
      {}
#pragma omp task depend(in : name)
      end_them();
    } else {
#pragma omp task
      end_them();
    }
    for (int me = 0; me < 2; ++me) {
      if (tied) {
#pragma omp task firstprivate(me)
        wake_each_other(me);
      } else {
#pragma omp task untied firstprivate(me)
        wake_each_other(me);
      }
    }
  }
}

static omp_lock_t gate, ring[3];

/* Two go round the ring hand over hand, each behind the other. Nothing from outside is awaited. */
static void go_round(int me) {
  int at = me, stops = 0;
  omp_set_lock(&ring[at]);
  omp_set_lock(&gate); /* both are in the ring */
  omp_unset_lock(&gate);
  while (!stops) {
    const int next = (at + 1) % 3;
    omp_set_lock(&ring[next]);
    omp_unset_lock(&ring[at]);
    at = next;
#pragma omp atomic read
    stops = stop;
  }
  omp_unset_lock(&ring[at]);
}

static void beside_creator(int untied, int named) {
  enum { kTasks = 300 };
  static int names[kTasks];
  int run = 0;
  stop = 0;
#pragma omp parallel num_threads(1)
#pragma omp single
  {
    omp_set_lock(&gate);
    for (int me = 0; me < 2; ++me) {
      if (untied) {
#pragma omp task untied firstprivate(me)
        go_round(me);
      } else {
#pragma omp task firstprivate(me)
        go_round(me);
      }
#pragma omp taskyield /* until it waits at the gate */
    }
    omp_unset_lock(&gate);
    for (int i = 0; i < kTasks; ++i) {
      if (named) {
#pragma omp task shared(run) depend(inout : names[i])
        ++run;
      } else {
#pragma omp task shared(run)
        ++run;
      }
    }
#pragma omp atomic write
    stop = 1;
  }
  CHECK_EQUAL(run, kTasks);
}

int main(void) {
  watchdog(30, "a task never begins, or goes on, beside two that wake each other");
  omp_init_lock(&gate);
  for (int i = 0; i < 3; ++i) omp_init_lock(&ring[i]);
  for (int round = 0; round < 5; ++round) {
    for (int how = 0; how < 4; ++how) with(how % 2, how / 2);
    for (int how = 0; how < 4; ++how) beside_creator(how % 2, how / 2);
  }
  return 0;
}
