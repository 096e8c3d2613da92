/* A tied task that waits for an untied child holds back, on its thread, every tied task that isn't
 * its descendant (OpenMP 5.2, 12.9), also while that child waits, in its turn, on top of it. When
 * untied children began to run beside their waiting parents, an unrelated task could begin there: a
 * mutex that the parent holds would then be asked for by the thread that has it. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "check.h"
#include "watchdog.h"

enum { kRounds = 5, kLateUs = 20000 };

static pthread_mutex_t mutex;
static atomic_int unrelated;

static void* fulfill_late(void* event) {
  usleep(kLateUs);
  omp_fulfill_event((omp_event_handle_t)event);
  return NULL;
}

/* In a taskwait or a taskgroup, as asked. */
static void wait_for_late_event(int in_group) {
  omp_event_handle_t event;
  pthread_t fulfiller;
  if (in_group) {
#pragma omp taskgroup
    {
#pragma omp task detach(event)
      CHECK_EQUAL(pthread_create(&fulfiller, NULL, fulfill_late, (void*)event), 0);
    }
  } else {
#pragma omp task detach(event)
    CHECK_EQUAL(pthread_create(&fulfiller, NULL, fulfill_late, (void*)event), 0);
#pragma omp taskwait
  }
}

static void hold_while_waiting(int in_group, int levels) {
  CHECK_EQUAL(pthread_mutex_lock(&mutex), 0);
#pragma omp task untied firstprivate(in_group, levels)
  {
    if (levels == 1) {
      wait_for_late_event(in_group);
    } else {
#pragma omp task untied firstprivate(in_group)
      wait_for_late_event(in_group);
#pragma omp taskwait
    }
  }
#pragma omp taskwait
  CHECK_EQUAL(pthread_mutex_unlock(&mutex), 0);
}

int main(void) {
  /* The second lock by one thread is an error, not a wait. */
  pthread_mutexattr_t checking;
  pthread_mutexattr_init(&checking);
  pthread_mutexattr_settype(&checking, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &checking);
  watchdog(60, "untied children wait on top of a task that holds a mutex");
  for (int round = 0; round < kRounds; ++round)
    for (int kind = 0; kind < 4; ++kind) {
#pragma omp parallel num_threads(1) firstprivate(kind)
      {
#pragma omp task
        {
          CHECK_EQUAL(pthread_mutex_lock(&mutex), 0);
          atomic_fetch_add(&unrelated, 1);
          CHECK_EQUAL(pthread_mutex_unlock(&mutex), 0);
        }
#pragma omp task firstprivate(kind)
        hold_while_waiting(kind % 2, 1 + kind / 2);
      }
    }
  CHECK_EQUAL(atomic_load(&unrelated), 4 * kRounds);
  return 0;
}
