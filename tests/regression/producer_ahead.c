/* A producer far ahead of its tasks is suspended, and goes on when the tasks can't do without it.
 * One task creates 20,000 that pause, and the one created last resumes them all: a runtime that
 * throttles by running the new task on top of the producer (libgomp at 64 per thread) buries the
 * producer under a pause that only the producer's own last task would end. And with tasks that
 * never block, the throttle is there: their descriptors never fill the memory. */
#include <stdatomic.h>
#include <tidemill/tasking.h>

#include "check.h"
#include "process_status.h"
#include "watchdog.h"

enum { kPausing = 20000, kPlain = 300000, kPayload = 256, kPasses = 8, kAllowedKib = 60 << 10 };

enum Tying { kTied, kUntied };

static _Atomic(void*) contexts[kPausing];

static void pause_until_the_last_comes(int index) {
  void* context = tidemill_get_current_blocking_context();
  atomic_store(&contexts[index], context);
  tidemill_block_current_task(context);
}

static void resume_all_others(void) {
  for (int i = 0; i < kPausing - 1; ++i) {
    /* It has been created, and so it will begin: perhaps only while this one gives way. */
    while (atomic_load(&contexts[i]) == NULL) {
#pragma omp taskyield
    }
    tidemill_unblock_task(atomic_load(&contexts[i]));
  }
}

static void run_one(int index, atomic_int* ended) {
  if (index < kPausing - 1)
    pause_until_the_last_comes(index);
  else
    resume_all_others();
  atomic_fetch_add(ended, 1);
}

static void last_task_resumes_all(enum Tying tying) {
  atomic_int ended = 0;
  for (int i = 0; i < kPausing; ++i) atomic_store(&contexts[i], NULL);
#pragma omp parallel shared(ended)
#pragma omp single
  for (int i = 0; i < kPausing; ++i) {
    if (tying == kTied) {
#pragma omp task shared(ended) firstprivate(i)
      run_one(i, &ended);
    } else {
#pragma omp task untied shared(ended) firstprivate(i)
      run_one(i, &ended);
    }
  }
  CHECK_EQUAL(ended, kPausing);
}

struct Payload {
  unsigned char bytes[kPayload];
};

/* Not throttled, one thread has 300,000 descriptors of over 256 bytes (300 MiB) before the first
 * task runs; several run them meanwhile, but a task takes several times as long as its creation. */
static void plain_tasks_stay_few(void) {
  struct Payload payload;
  long sum = 0;
  memset(&payload, 1, sizeof payload);
#pragma omp parallel /* threads and their stacks are not counted */
  omp_get_thread_num();
  const long before = process_status("VmHWM:");
#pragma omp parallel shared(sum)
#pragma omp single
  for (int i = 0; i < kPlain; ++i) {
#pragma omp task shared(sum) firstprivate(payload)
    {
      long mine = 0;
      for (int pass = 0; pass < kPasses; ++pass)
        for (int k = 0; k < kPayload; ++k) mine += *(volatile unsigned char*)&payload.bytes[k];
#pragma omp atomic
      sum += mine;
    }
  }
  const long growth = process_status("VmHWM:") - before;
  CHECK_EQUAL(sum, (long)kPlain * kPayload * kPasses);
  if (growth >= kAllowedKib) {
    fprintf(stderr, "%d tasks took %ld KiB: their producer is not throttled\n", kPlain, growth);
    exit(1);
  }
}

int main(void) {
  watchdog(15, "300,000 plain tasks do not end");
  plain_tasks_stay_few(); /* first: the peak of the others is far higher */
  watchdog(15, "tied tasks pin the producer of the one that would resume them");
  last_task_resumes_all(kTied);
  watchdog(15, "untied tasks pin the producer of the one that would resume them");
  last_task_resumes_all(kUntied);
  return 0;
}
