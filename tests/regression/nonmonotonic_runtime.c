/* schedule(nonmonotonic: runtime) with a task reduction: GCC's code passes a number of its own for
 * it, which was taken for that of schedule(auto). The iterations say who ran them. */
#include "check.h"

enum { kIterations = 16 };

static int run(int by[]) {
  int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp for schedule(nonmonotonic : runtime) reduction(task, + : sum)
  for (int i = 0; i < kIterations; ++i) {
    by[i] = omp_get_thread_num();
    ++sum;
  }
  return sum;
}

int main(void) {
  int by[kIterations];
  omp_set_schedule(omp_sched_static, 1);
  CHECK_EQUAL(run(by), kIterations);
  for (int i = 0; i < kIterations; ++i) CHECK_EQUAL(by[i], i % 2);
  omp_set_schedule(omp_sched_static, 3);
  CHECK_EQUAL(run(by), kIterations);
  for (int i = 0; i < kIterations; ++i) CHECK_EQUAL(by[i], i / 3 % 2);
  omp_set_schedule(omp_sched_dynamic, kIterations);
  CHECK_EQUAL(run(by), kIterations);
  for (int i = 1; i < kIterations; ++i) CHECK_EQUAL(by[i], by[0]);
  return 0;
}
