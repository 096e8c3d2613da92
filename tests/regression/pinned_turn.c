/* A thread that must not leave its task, as MPI calls the program back on it, waits for its turn in
 * an ordered loop, when a task that only it can go on with is ready: it went on with that. */
#include <tidemill/tasking.h>
#include <unistd.h>

#include "check.h"
#include "watchdog.h"

static _Thread_local int called_back;
static int is_called_back(void) { return called_back; }

int main(void) {
  enum { kTurns = 8 };
  void* context = NULL;
  int turns = 0, resumed = 0;
  tidemill_set_pinned_query(is_called_back);
  omp_set_max_active_levels(2);
  watchdog(30, "an ordered loop on a thread that must not leave its task");
#pragma omp parallel num_threads(1)
  {
#pragma omp task shared(context, resumed)
    {
      context = tidemill_get_current_blocking_context();
      tidemill_block_current_task(context);
      CHECK(!called_back);
      resumed = 1;
    }
    while (!context) {
#pragma omp taskyield
    }
    called_back = 1;
#pragma omp parallel for ordered schedule(static, 1) num_threads(2)
    for (int i = 0; i < kTurns; ++i) {
#pragma omp ordered
      {
        if (i == 1) tidemill_unblock_task(context);
        if (i % 2 == 1) usleep(20000);
        ++turns;
      }
    }
    CHECK(turns == kTurns && !resumed);
    called_back = 0;
#pragma omp taskwait
  }
  CHECK(resumed);
  return 0;
}
