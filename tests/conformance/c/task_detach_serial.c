/* task detach in a team of one, and outside any region: fulfilled from elsewhere. */
#include "check.h"

#include <pthread.h>
#include <unistd.h>

static void* fulfil_later(void* event) {
  usleep(5000);
  omp_fulfill_event((omp_event_handle_t)event);
  return NULL;
}

static void one(void) {
  pthread_t thread;
  int x = 0;
  omp_event_handle_t event;
#pragma omp task detach(event) shared(x, thread)
  {
    x = 1;
    CHECK_EQUAL(pthread_create(&thread, NULL, fulfil_later, (void*)event), 0);
  }
#pragma omp taskwait
  CHECK_EQUAL(x, 1);
  pthread_join(thread, NULL);
}

int main(void) {
  one();
#pragma omp parallel num_threads(1)
  one();
  return 0;
}
