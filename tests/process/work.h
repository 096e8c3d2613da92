/* What the programs of this folder do with OpenMP: enough of it that a runtime in a bad state
 * shows. Each function returns what it should only if every part was done once. */
#ifndef TIDEMILL_TESTS_WORK_H
#define TIDEMILL_TESTS_WORK_H

#include <omp.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Members of a region of `threads`. */
static inline int count_members(int threads) {
  int count = 0;
#pragma omp parallel num_threads(threads) reduction(+ : count)
  count += 1;
  return count;
}

/* `tasks` tasks, each waiting for a child of its own: 2 * tasks. */
static inline int count_tasks(int threads, int tasks) {
  int ran = 0;
#pragma omp parallel num_threads(threads) shared(ran)
#pragma omp single
  for (int i = 0; i < tasks; ++i) {
#pragma omp task shared(ran)
    {
#pragma omp task shared(ran)
      {
#pragma omp atomic
        ++ran;
      }
#pragma omp taskwait
#pragma omp atomic
      ++ran;
    }
  }
  return ran;
}

/* A dynamic loop, a barrier and a critical section: the sum of 0 .. n-1. */
static inline long sum_below(int threads, long n) {
  long sum = 0;
#pragma omp parallel num_threads(threads) shared(sum)
  {
    long mine = 0;
#pragma omp for schedule(dynamic, 7)
    for (long i = 0; i < n; ++i) mine += i;
#pragma omp critical(sum_below)
    sum += mine;
  }
  return sum;
}

/* Everything above; 1 if right. */
static inline int work_is_right(int threads) {
  return count_tasks(threads, 50) == 100 && sum_below(threads, 1000) == 499500 &&
         count_members(threads) >= 1;
}

#ifdef __cplusplus
}
#endif

#endif
