/* flush acquire, release, acq_rel, seq_cst: as flush, by halves. */
#include "check.h"

int main(void) {
  if (omp_get_max_threads() < 2) omp_set_num_threads(2);
  int data = 0;
  int ready = 0;
#pragma omp parallel shared(data, ready)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp atomic write
      data = 42;
#pragma omp flush release
#pragma omp atomic write
      ready = 1;
#pragma omp flush acq_rel
    } else {
      int seen = 0;
      while (!seen) {
#pragma omp atomic read
        seen = ready;
        if (!seen) sched_yield();
      }
#pragma omp flush acquire
      int got;
#pragma omp atomic read
      got = data;
      CHECK_EQUAL(got, 42);
    }
  }
  return 0;
}
