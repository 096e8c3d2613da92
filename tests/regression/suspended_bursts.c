/* Bursts of some thousand suspended tasks that follow each other find their stacks as they left
 * them: beyond 2,048 the pages of each had been given back to the system at once and came back one
 * page fault after the other, ten times the cost of all else. And once there are no more bursts the
 * memory is given back. */
#include "check.h"

#include <sys/resource.h>
#include <tidemill/tasking.h>
#include <unistd.h>

#include "process_status.h"

enum {
  kTasks = 20000,
  kBursts = 40, /* at most: how many stacks to leave, and for how long, it has to find out */
  kInARow = 3,
  kKeptKib = 40 << 10,
  kPatienceMs = 5000
};

static void* context[kTasks];

static long page_faults(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

/* The last to come resumes all. */
static void burst(void) {
  long arrived = 0, resumed = 0;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < kTasks; ++i) {
#pragma omp task untied firstprivate(i) shared(arrived, resumed)
    {
      void* mine = tidemill_get_current_blocking_context();
      long now;
      context[i] = mine;
#pragma omp atomic capture seq_cst
      now = ++arrived;
      if (now == kTasks)
        for (long other = 0; other < kTasks; ++other) tidemill_unblock_task(context[other]);
      tidemill_block_current_task(mine);
#pragma omp atomic
      ++resumed;
    }
  }
  CHECK_EQUAL(resumed, kTasks);
}

int main(void) {
#pragma omp parallel
  CHECK(omp_get_num_threads() > 1);
  const long before = process_status("VmRSS:");
  int in_a_row = 0;
  for (int i = 0; i < kBursts && in_a_row < kInARow; ++i) {
    const long faults = page_faults();
    burst();
    in_a_row = page_faults() - faults < kTasks / 8 ? in_a_row + 1 : 0;
  }
  CHECK(in_a_row == kInARow);
  int ms = 0;
  while (process_status("VmRSS:") - before > kKeptKib && ms++ < kPatienceMs) usleep(1000);
  CHECK(ms < kPatienceMs);
  return 0;
}
