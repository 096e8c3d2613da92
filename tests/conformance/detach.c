/* detach: a task is complete when its body has returned and its event is fulfilled, whichever is
 * last; taskwait, taskgroup, barrier and dependences wait for that. */
#include "check.h"

#include <pthread.h>
#include <unistd.h>

static void* fulfil_later(void* event) {
  usleep(2000);
  omp_fulfill_event((omp_event_handle_t)event);
  return NULL;
}

/* From a thread that is no OpenMP thread. */
static void outside(void) {
  enum { kTasks = 6 };
  pthread_t threads[kTasks];
  int x = 0;
#pragma omp parallel shared(x, threads)
#pragma omp single
  {
    for (int i = 0; i < kTasks; ++i) {
      omp_event_handle_t event;
#pragma omp task detach(event) depend(inout : x) firstprivate(i) shared(x, threads)
      {
        CHECK_EQUAL(x, i);
        x = i + 1;
        CHECK_EQUAL(pthread_create(&threads[i], NULL, fulfil_later, (void*)event), 0);
      }
    }
#pragma omp taskwait
    CHECK_EQUAL(x, kTasks);
  }
  for (int i = 0; i < kTasks; ++i) pthread_join(threads[i], NULL);
}

/* By another task, before or after the body ends. */
static void by_tasks(void) {
  int complete = 0;
#pragma omp parallel shared(complete)
#pragma omp single
  for (int i = 0; i < 50; ++i) {
    omp_event_handle_t event;
    int fulfilled = 0;
#pragma omp taskgroup
    {
#pragma omp task detach(event) depend(out : complete) shared(complete)
#pragma omp atomic
      ++complete;
#pragma omp task firstprivate(event) shared(fulfilled)
      {
#pragma omp atomic write
        fulfilled = 1;
        omp_fulfill_event(event);
      }
#pragma omp task depend(in : complete) shared(fulfilled)
      {
        int seen;
#pragma omp atomic read
        seen = fulfilled;
        CHECK_EQUAL(seen, 1);
      }
    }
  }
  CHECK_EQUAL(complete, 50);
}

/* By itself, before its body ends. */
static void by_itself(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 50; ++i) {
    omp_event_handle_t event;
#pragma omp task detach(event)
    omp_fulfill_event(event);
#pragma omp taskwait
  }
}

int main(void) {
  outside();
  by_tasks();
  by_itself();
  return 0;
}
