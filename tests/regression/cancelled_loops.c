/* Clang's code says nothing at the end of a cancelled loop. A thread left it only when it entered
 * its next dynamic loop; with other constructs instead that the team keeps books on, it waited for
 * itself once the eight books were in use. */
#include "check.h"
#include "watchdog.h"

enum { kRounds = 10, kConstructs = 20, kIterations = 10 };

static void cancel_a_loop(void) {
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 100; ++i) {
#pragma omp cancel for
  }
}

/* Of a section of an array Clang hands in_reduction an address that nobody has registered. */
static long sum;

static void reduce_by_tasks(void) {
  for (int k = 0; k < kConstructs; ++k) {
#pragma omp for reduction(task, + : sum) schedule(static)
    for (int i = 0; i < kIterations; ++i) {
#pragma omp task in_reduction(+ : sum)
      sum += i;
    }
  }
}

static void wait_for_one_another(void) {
  static long steps[kIterations + 1];
  for (int k = 0; k < kConstructs; ++k) {
#pragma omp for ordered(1) schedule(static, 1)
    for (int i = 0; i < kIterations; ++i) {
#pragma omp ordered depend(sink : i - 1)
      steps[i + 1] = steps[i] + 1;
#pragma omp ordered depend(source)
    }
  }
}

int main(void) {
  CHECK(omp_get_cancellation());
  watchdog(30, "constructs after a cancelled loop");
  for (int round = 0; round < kRounds; ++round) {
    sum = 0;
#pragma omp parallel
    {
      cancel_a_loop();
      reduce_by_tasks();
      cancel_a_loop();
      wait_for_one_another();
    }
    CHECK_EQUAL(sum, kConstructs * kIterations * (kIterations - 1) / 2);
  }
  return 0;
}
