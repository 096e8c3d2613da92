/* Neither critical nor omp_set_lock() is a task scheduling point: a tied task finds its thread's
 * threadprivate variables behind them as it has left them before, however long it waited. Where the
 * wait let other tasks run on the thread, they wrote over them. */
#include "check.h"

static int of_thread;
#pragma omp threadprivate(of_thread)
static omp_lock_t lock;
static omp_nest_lock_t nest;
static long sum; /* by whoever is inside */

static void be_busy(double us) {
  const double end = omp_get_wtime() + us * 1e-6;
  while (omp_get_wtime() < end) {
  }
}

static void check_inside(int number) {
  CHECK_EQUAL(of_thread, number);
  sum += of_thread;
  be_busy(60); /* longer than who waits spins */
}

static void pass(int number) {
  of_thread = number;
  switch (number % 4) {
    case 0:
#pragma omp critical
      check_inside(number);
      break;
    case 1:
#pragma omp critical(named)
      check_inside(number);
      break;
    case 2:
      omp_set_lock(&lock);
      check_inside(number);
      omp_unset_lock(&lock);
      break;
    default:
      omp_set_nest_lock(&nest);
      check_inside(number);
      omp_unset_nest_lock(&nest);
  }
}

int main(void) {
  enum { kTasks = 800 };
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
  for (int threads = 2; threads <= 8; threads *= 2)
    for (int way = 0; way < 4; ++way) {
      sum = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
      for (int i = 0; i < kTasks / 4; ++i)
#pragma omp task firstprivate(i)
        pass(4 * i + way);
      CHECK_EQUAL(sum, (long)kTasks / 4 * (kTasks / 2 - 2 + way));
    }
  omp_destroy_nest_lock(&nest);
  omp_destroy_lock(&lock);
  return 0;
}
