/* A creator that is far ahead of its tasks waits for some of them. It must go on though what runs
 * beside it never ends before it says stop: tasks of which each creates the next, few and many; and
 * two that wake each other, while all others depend on one of them. */
#include "check.h"
#include "watchdog.h"

enum { kTasks = 2000, kMany = 40 };

static int stop, run;
static omp_lock_t gate, ring[3];

static int stops(void) {
  int now;
#pragma omp atomic read
  now = stop;
  return now;
}

static void say_stop(void) {
#pragma omp atomic write
  stop = 1;
}

static void chain(void) {
  if (stops()) return;
#pragma omp task
  chain();
}

static void beside_chains(int chains) {
  for (int i = 0; i < chains; ++i) {
#pragma omp task
    chain();
  }
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task
    ++run;
  }
  say_stop();
}

/* Round a ring of locks hand over hand, one behind the other. */
static void go_round(int me) {
  int at = me;
  omp_set_lock(&ring[at]);
  omp_set_lock(&gate); /* both are in the ring */
  omp_unset_lock(&gate);
  while (!stops()) {
    const int next = (at + 1) % 3;
    omp_set_lock(&ring[next]);
    omp_unset_lock(&ring[at]);
    at = next;
  }
  omp_unset_lock(&ring[at]);
}

static void before_their_end(void) {
  static int ends[2];
  omp_set_lock(&gate);
  for (int me = 0; me < 2; ++me) {
#pragma omp task depend(out : ends[me])
    go_round(me);
#pragma omp taskyield
  }
  omp_unset_lock(&gate);
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task depend(in : ends[0]) depend(inout : run)
    ++run;
  }
  say_stop();
}

int main(void) {
  omp_init_lock(&gate);
  for (int i = 0; i < 3; ++i) omp_init_lock(&ring[i]);
  for (int how = 0; how < 3; ++how) {
    watchdog(30, how == 0 ? "a chain" : how == 1 ? "many chains" : "what depends on two");
    stop = run = 0;
#pragma omp parallel num_threads(1)
#pragma omp single
    {
      if (how < 2)
        beside_chains(how == 0 ? 1 : kMany);
      else
        before_their_end();
    }
    CHECK_EQUAL(run, kTasks);
  }
  return 0;
}
