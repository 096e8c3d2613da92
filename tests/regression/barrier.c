/* Consecutive barriers. One was left early and one never: the releaser of a barrier completed the
 * wake-up slot of a member that slept in the next one already; and a member waiting at a barrier
 * took a ready task, was meanwhile released, and ran the task all the same on top of itself: a
 * task of the next phase, waiting for what the member itself was to do in that phase. */
#include <stdatomic.h>
#include <tidemill/tasking.h>

#include "check.h"
#include "watchdog.h"

enum { kBarriers = 4000, kPhases = 24000, kMostThreads = 4 };

/* Nobody passes a barrier before everybody has come to it. */
static void none_is_left_early(int threads) {
  atomic_int came = 0;
  watchdog(60, "a member sleeps on in a barrier that all have come to");
#pragma omp parallel num_threads(threads) shared(came)
  for (int i = 1; i <= kBarriers; ++i) {
    /* One comes late now and then, so that others sleep and are being woken when it is past. */
    if (i % 8 == 0 && i / 8 % omp_get_num_threads() == omp_get_thread_num()) usleep(40);
    atomic_fetch_add(&came, 1);
#pragma omp barrier
    CHECK(atomic_load(&came) >= i * omp_get_num_threads());
#pragma omp barrier
  }
  CHECK_EQUAL(came, threads * kBarriers);
}

/* In each phase every member creates a task, which pauses until the member of the thread that it
 * paused on resumes it. Were it begun on top of a member still in its barrier, that member would
 * never get there. The first out of a barrier creates its task while the others are waking up. */
static void waiters_run_nothing_of_the_next_phase(int threads) {
  _Atomic(void*) paused[kMostThreads][kMostThreads] = {{NULL}}; /* by thread, by creator */
  atomic_int resumed = 0;
  watchdog(60, "a task of the next phase is stacked on a member still in the barrier");
#pragma omp parallel num_threads(threads) shared(paused, resumed)
  for (int phase = 1; phase <= kPhases / threads; ++phase) {
    const int me = omp_get_thread_num();
#pragma omp task shared(paused, resumed) firstprivate(me)
    {
      void* context = tidemill_get_current_blocking_context();
      atomic_store(&paused[omp_get_thread_num()][me], context);
      tidemill_block_current_task(context);
      atomic_fetch_add(&resumed, 1);
    }
    while (atomic_load(&resumed) < phase * omp_get_num_threads()) {
      for (int creator = 0; creator < omp_get_num_threads(); ++creator) {
        void* context = atomic_exchange(&paused[me][creator], NULL);
        if (context != NULL) tidemill_unblock_task(context);
      }
#pragma omp taskyield
    }
#pragma omp barrier
  }
  CHECK_EQUAL(resumed, kPhases / threads * threads);
}

int main(void) {
  for (int threads = 2; threads <= 16; threads *= 2) none_is_left_early(threads);
  for (int threads = 2; threads <= kMostThreads; ++threads)
    waiters_run_nothing_of_the_next_phase(threads);
  return 0;
}
