/* A team that has had no task yet looks nowhere for one, and its members go to sleep in a barrier.
 * The first task wakes one of them all the same, in a new team and in one that is used again. */
#include "check.h"
#include "watchdog.h"

/* The creator doesn't come to a scheduling point before another thread has run the task. */
static void until_another_runs_it(void) {
  int done = 0;
#pragma omp task shared(done)
  {
#pragma omp atomic write seq_cst
    done = 1;
  }
  for (int now = 0; now == 0;) {
    usleep(50);
#pragma omp atomic read seq_cst
    now = done;
  }
}

static void region(int threads, int tasks) {
#pragma omp parallel num_threads(threads)
  {
    if (omp_get_thread_num() == 0) {
      usleep(3000); /* the others are asleep by then */
      for (int i = 0; i < tasks; ++i) until_another_runs_it();
    }
#pragma omp barrier
    if (omp_get_thread_num() == threads - 1 && tasks != 0) until_another_runs_it();
  }
}

int main(void) {
  omp_set_dynamic(0);
  for (int round = 0; round < 10; ++round) {
    watchdog(60, "the first task of a team whose other members sleep");
    for (int threads = 2; threads <= 9; ++threads) { /* another team each time */
      region(threads, 0);
      region(threads, 2);
    }
  }
  watchdog(60, "the first task of a team of a thousand");
  for (int i = 0; i < 3; ++i) region(1000, i);
  return 0;
}
