/* omp_get_num_procs: processors available at the time of the call, by each thread's own mask. */
#include "../conformance/check.h"

static int first_of_mask(cpu_set_t* set) {
  int cpu = 0;
  while (!CPU_ISSET(cpu, set)) ++cpu;
  return cpu;
}

int main(int count, char** words) {
  cpu_set_t whole, one;
  CHECK(sched_getaffinity(0, sizeof whole, &whole) == 0);
  CPU_ZERO(&one);
  CPU_SET(first_of_mask(&whole), &one);
  if (count > 1 && strcmp(words[1], "subset") == 0) { /* one processor, whatever the mask */
    CHECK_EQUAL(omp_get_num_procs(), 1);
    CHECK_EQUAL(omp_get_max_threads(), 1);
    return 0;
  }
  CHECK_EQUAL(omp_get_num_procs(), CPU_COUNT(&whole));
  CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK_EQUAL(omp_get_num_procs(), 1);
#pragma omp parallel /* its threads inherit the narrow mask */
  CHECK_EQUAL(omp_get_num_procs(), 1);
  CHECK(sched_setaffinity(0, sizeof whole, &whole) == 0);
  CHECK_EQUAL(omp_get_num_procs(), CPU_COUNT(&whole));
#pragma omp parallel
  {
    CHECK(sched_setaffinity(0, sizeof whole, &whole) == 0);
    CHECK_EQUAL(omp_get_num_procs(), CPU_COUNT(&whole));
  }
  /* That is the variable's, and stays. */
  CHECK_EQUAL(omp_get_max_threads(), atoi(getenv("OMP_NUM_THREADS")));
  return 0;
}
