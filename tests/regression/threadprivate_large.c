/* A threadprivate array larger than the stacks tasks get. Static thread storage is carved out of
 * a new thread's stack: with OMP_STACKSIZE applied to the threads instead of the fibers they run
 * tasks on, pthread_create refused every one, and the region went on alone. */
#include "check.h"
#include "watchdog.h"

enum { kValues = (1 << 20) / sizeof(double) + 20 };

static double values[kValues];
#pragma omp threadprivate(values)

int main(void) {
  int members = 0;
  watchdog(10, "threads with 1 MiB of their own do not start");
#pragma omp parallel num_threads(4) reduction(+ : members)
  {
    CHECK_EQUAL(omp_get_num_threads(), 4);
    for (int i = 0; i < kValues; ++i) values[i] = omp_get_thread_num() + i;
#pragma omp barrier
    for (int i = 0; i < kValues; ++i) CHECK(values[i] == omp_get_thread_num() + i);
    members += 1;
  }
  CHECK_EQUAL(members, 4);
  return 0;
}
