/* `cancel parallel` and `cancel for` in constructs with task reductions. Clang's code leaves
 * without a word of the reductions, which stayed in memory: 1.6 KiB a region. GCC's code says that
 * it leaves. Run with OMP_CANCELLATION=true. */
#include "check.h"
#include "process_status.h"

static void cancelled_region(int all) {
  long sum = 0;
#pragma omp parallel reduction(task, + : sum)
  {
#pragma omp task in_reduction(+ : sum)
    ++sum;
    if (all || omp_get_thread_num() == 0) {
#pragma omp cancel parallel
    }
#pragma omp barrier
  }
}

/* Every member leaves in its first iteration: one that did not would wait for the others where
 * Clang combines. */
static void cancelled_loop(void) {
  long sum = 0;
#pragma omp parallel
  {
#pragma omp for schedule(static) reduction(task, + : sum)
    for (int i = 0; i < 8; ++i) {
#pragma omp task in_reduction(+ : sum)
      ++sum;
#pragma omp cancel for
    }
#pragma omp single
    CHECK(omp_get_num_threads() >= 1); /* the region goes on */
  }
}

static void whole_region(void) {
  long sum = 0;
#pragma omp parallel reduction(task, + : sum)
  {
#pragma omp task in_reduction(+ : sum)
    ++sum;
  }
  CHECK_EQUAL(sum, omp_get_max_threads());
}

static void regions(int count) {
  for (int i = 0; i < count; ++i) {
    cancelled_region(i % 2);
    cancelled_loop();
    if (i % 16 == 0) whole_region();
  }
}

int main(void) {
  CHECK(omp_get_cancellation());
  regions(500);
  const long before = process_status("VmRSS:");
  regions(3000);
  CHECK(process_status("VmRSS:") - before < 2000);
  return 0;
}
