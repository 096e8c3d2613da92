/* schedule(dynamic) without a modifier, compiled by GCC: each thread's chunks come in increasing
 * order, as on libgomp and libomp. OpenMP 4.5 promises it, from 5.0 on the order is free.
 * SuperLU_DIST's loops count on it: they search on from where the thread's last iteration was. */
#include "check.h"

enum { kLoops = 500, kIterations = 64 };

/* Of different length, so that threads are late. */
static void spend(int i) {
  for (volatile int k = 0; k < 60 * (i % 7); ++k) {
  }
}

static void check_increasing(int* before, int i) {
  CHECK(i > *before);
  *before = i;
  spend(i);
}

static void loops(void) {
#pragma omp parallel
  {
    int before = -1;
#pragma omp for schedule(dynamic)
    for (int i = 0; i < kIterations; ++i) check_increasing(&before, i);
    before = -1;
#pragma omp for schedule(dynamic, 3)
    for (unsigned long long i = 0; i < kIterations; ++i) check_increasing(&before, (int)i);
    before = -1;
#pragma omp for schedule(runtime)
    for (int i = 0; i < kIterations; ++i) check_increasing(&before, i);
  }
  int before = -1;
#pragma omp parallel for schedule(dynamic) firstprivate(before)
  for (int i = 0; i < kIterations; ++i) check_increasing(&before, i);
  int sum = 0;
#pragma omp parallel for schedule(dynamic) firstprivate(before) reduction(task, + : sum)
  for (int i = 0; i < kIterations; ++i) {
    check_increasing(&before, i);
    ++sum;
  }
  CHECK_EQUAL(sum, kIterations);
}

int main(void) {
  const int sizes[] = {1, 2, 4, 8};
  omp_set_schedule(omp_sched_dynamic, 1);
  for (int loop = 0; loop < kLoops; ++loop) {
    omp_set_num_threads(sizes[loop % 4]);
    loops();
  }
  return 0;
}
