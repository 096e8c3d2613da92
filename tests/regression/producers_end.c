/* A thread that ran its tasks at once ends, and another uses its stacks: a task there that gives
 * way has no producer below it. The stack kept for such tasks went back with a word of the last
 * call on it, and the next task that gave way on that stack resumed a fiber long gone. */
#include <pthread.h>

#include "check.h"
#include "watchdog.h"

enum { kRounds = 20, kTasks = 3000 }; /* many more than are queued before tasks run at once */

static int ran;

static void* run_at_once(void* opaque) {
#pragma omp parallel num_threads(1)
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(ran)
    ++ran;
  }
  return opaque;
}

static void* give_way(void* opaque) {
#pragma omp parallel num_threads(1)
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(ran)
    {
      ++ran;
#pragma omp taskyield
    }
  }
  return opaque;
}

static void in_a_thread_of_its_own(void* (*function)(void*)) {
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, NULL, function, NULL), 0);
  CHECK_EQUAL(pthread_join(thread, NULL), 0);
}

int main(void) {
  watchdog(30, "tasks on stacks of a thread that has ended");
  for (int round = 0; round < kRounds; ++round) {
    in_a_thread_of_its_own(run_at_once);
    in_a_thread_of_its_own(give_way);
  }
  CHECK_EQUAL(ran, 2 * kRounds * kTasks);
  return 0;
}
