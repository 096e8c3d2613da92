/* task detach, fulfilled by threads that are not OpenMP's: taskwait and dependences wait. */
#include "check.h"

#include <pthread.h>
#include <unistd.h>

static void* fulfil_later(void* event) {
  usleep(2000);
  omp_fulfill_event((omp_event_handle_t)event);
  return NULL;
}

int main(void) {
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
  return 0;
}
