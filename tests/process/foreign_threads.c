/* Threads the runtime did not make: eight meet it for the first time at the same moment, each with
 * a team of its own; and sixty come and go one after the other, by return, by pthread_exit and
 * by cancellation. What they used serves the next: the process does not grow. */
#include <pthread.h>

#include "../regression/process_status.h"
#include "../regression/watchdog.h"
#include "check.h"
#include "work.h"

enum { kThreads = 8, kGenerations = 60 };

static pthread_barrier_t start;

static void* root(void* opaque) {
  const int own = 1 + (int)(long)opaque % 4;
  pthread_barrier_wait(&start);
  for (int round = 0; round < 6; ++round) {
    CHECK_EQUAL(count_members(own), own);
    CHECK(work_is_right(own));
  }
  /* What one root thread sets is its own. */
  omp_set_num_threads(own);
  CHECK_EQUAL(omp_get_max_threads(), own);
  CHECK_EQUAL(count_members(omp_get_max_threads()), own);
  return opaque;
}

static void all_at_once(void) {
  pthread_t threads[kThreads];
  pthread_barrier_init(&start, NULL, kThreads);
  for (long i = 0; i < kThreads; ++i)
    CHECK_EQUAL(pthread_create(&threads[i], NULL, root, (void*)i), 0);
  for (long i = 0; i < kThreads; ++i) {
    void* result = NULL;
    CHECK_EQUAL(pthread_join(threads[i], &result), 0);
    CHECK_EQUAL((long)result, i);
  }
  pthread_barrier_destroy(&start);
}

static void* returns(void* opaque) {
  CHECK(work_is_right(3));
  return opaque;
}

static void* exits(void* opaque) {
  CHECK(work_is_right(3));
  pthread_exit(opaque);
}

static void* is_cancelled(void* opaque) {
  CHECK(work_is_right(3));
  (void)opaque;
  for (;;) pause();
}

static void one_after_the_other(void) {
  void* (*const ways[])(void*) = {returns, exits, is_cancelled};
  long threads_before = 0;
  for (long i = 0; i < kGenerations; ++i) {
    pthread_t thread;
    void* result = NULL;
    CHECK_EQUAL(pthread_create(&thread, NULL, ways[i % 3], (void*)i), 0);
    if (i % 3 == 2) CHECK_EQUAL(pthread_cancel(thread), 0);
    CHECK_EQUAL(pthread_join(thread, &result), 0);
    CHECK(result == (i % 3 == 2 ? PTHREAD_CANCELED : (void*)i));
    if (i == 9) threads_before = process_status("Threads:");
  }
  CHECK(process_status("Threads:") <= threads_before + 2);
}

int main(void) {
  watchdog(60, "threads from outside wait");
  all_at_once();
  CHECK(work_is_right(omp_get_max_threads()));
  one_after_the_other();
  CHECK(work_is_right(omp_get_max_threads()));
  return 0;
}
