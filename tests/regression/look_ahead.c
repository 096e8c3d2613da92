/* A creator whose tasks wait for events from outside, which come one by one, stays a bounded number
 * of tasks ahead: it doesn't create all there are because no task is ready. And where no event
 * comes before the last task exists, it creates that one. */
#include "check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <tidemill/tasking.h>
#include <unistd.h>

enum { kTasks = 30000, kMostAhead = 12000 };

static char cell[kTasks];
static void* counter[kTasks];
static atomic_int bound;     /* events there are, in the order of `counter` */
static atomic_int fulfilled; /* of them, by the thread outside */
static int first_at;         /* so many are bound before it fulfils the first */
static int pause_us;         /* between two */

static void* fulfil(void* unused) {
  while (atomic_load(&bound) < first_at) usleep(100);
  for (int i = 0; i < kTasks; ++i) {
    while (atomic_load(&bound) <= i) usleep(10);
    if (pause_us != 0 && i % 32 == 0) usleep((useconds_t)pause_us);
    atomic_fetch_add(&fulfilled, 1);
    tidemill_decrease_task_event_counter(counter[i], 1);
  }
  return unused;
}

/* How many tasks the creator was ahead at most. */
static int run(int wait_for, int us) {
  pthread_t outside;
  int most = 0;
  atomic_store(&bound, 0);
  atomic_store(&fulfilled, 0);
  first_at = wait_for;
  pause_us = us;
  CHECK(pthread_create(&outside, NULL, fulfil, NULL) == 0);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
    const int ahead = i - atomic_load(&fulfilled);
    if (ahead > most) most = ahead;
#pragma omp task depend(out : cell[i])
    {
      void* mine = tidemill_get_current_event_counter();
      tidemill_increase_current_task_event_counter(mine, 1);
#pragma omp critical
      {
        counter[atomic_load(&bound)] = mine;
        atomic_fetch_add(&bound, 1);
      }
    }
#pragma omp task depend(inout : cell[i]) /* as what a received message is for */
    cell[i] = 1;
  }
  CHECK(pthread_join(outside, NULL) == 0);
  CHECK_EQUAL(atomic_load(&fulfilled), kTasks);
  return most;
}

int main(void) {
  const int steady = run(0, 100);
  if (steady > kMostAhead) fprintf(stderr, "%d tasks ahead\n", steady);
  CHECK(steady <= kMostAhead);
  CHECK(run(kTasks, 0) >= kTasks - 1);
  return 0;
}
