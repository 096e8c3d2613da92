/* 64 tasks blocked at once, at one thread and more: the program every hybrid code writes by
 * accident (N+1 blocking calls on N threads), through tidemill/tasking.h. Also with events
 * instead of pauses, and with the last task ending the wait of all others. */
#include <tidemill/tasking.h>

#include "check.h"

enum { kTasks = 64 };

struct Waiting {
  void* contexts[kTasks];
  int count;
};

static void untied_pauses(void) {
  struct Waiting waiting = {.count = 0};
  int resumed = 0;
#pragma omp parallel shared(waiting, resumed)
#pragma omp single
  {
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task untied shared(waiting, resumed) firstprivate(i)
      {
        void* context = tidemill_get_current_blocking_context();
        int now;
#pragma omp atomic write
        waiting.contexts[i] = context;
#pragma omp atomic capture
        now = ++waiting.count;
        if (now == kTasks) {
          /* All others wait, or are about to; this one's wait ends before it begins. */
          for (int k = 0; k < kTasks; ++k) {
            void* other;
#pragma omp atomic read
            other = waiting.contexts[k];
            tidemill_unblock_task(other);
          }
        }
        tidemill_block_current_task(context);
#pragma omp atomic
        ++resumed;
      }
    }
#pragma omp taskwait
    CHECK_EQUAL(resumed, kTasks);
  }
}

static void tied_pauses(void) {
  struct Waiting waiting = {.count = 0};
  int resumed = 0;
#pragma omp parallel shared(waiting, resumed)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(waiting, resumed) firstprivate(i)
    {
      void* context = tidemill_get_current_blocking_context();
      const int me = omp_get_thread_num();
      int now;
#pragma omp atomic write
      waiting.contexts[i] = context;
#pragma omp atomic capture
      now = ++waiting.count;
      for (int k = 0; now == kTasks && k < kTasks; ++k) {
        void* other;
#pragma omp atomic read
        other = waiting.contexts[k];
        tidemill_unblock_task(other);
      }
      tidemill_block_current_task(context);
      CHECK_EQUAL(omp_get_thread_num(), me);
#pragma omp atomic
      ++resumed;
    }
  }
  CHECK_EQUAL(resumed, kTasks);
}

/* All bodies have returned, all tasks are incomplete; one more task fulfils their events. */
static void events(void) {
  void* counters[kTasks];
  int count = 0;
  int fulfilled = 0;
#pragma omp parallel shared(counters, count, fulfilled)
#pragma omp single
  {
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(counters, count) firstprivate(i)
      {
        void* counter = tidemill_get_current_event_counter();
        tidemill_increase_current_task_event_counter(counter, 1);
        int now;
#pragma omp atomic write
        counters[i] = counter;
#pragma omp atomic capture
        now = ++count;
        if (now == kTasks) {
#pragma omp task shared(counters, fulfilled)
          for (int k = 0; k < kTasks; ++k) {
            void* other;
#pragma omp atomic read
            other = counters[k];
#pragma omp atomic
            ++fulfilled;
            tidemill_decrease_task_event_counter(other, 1);
          }
        }
      }
    }
#pragma omp taskwait
    CHECK_EQUAL(fulfilled, kTasks);
  }
}

int main(void) {
  for (int round = 0; round < 20; ++round) {
    untied_pauses();
    tied_pauses();
    events();
  }
  return 0;
}
