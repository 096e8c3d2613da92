/* threadprivate: a copy each, that persists from region to region. */
#include "check.h"

static int counter = 100;
#pragma omp threadprivate(counter)

static int* local(void) {
  static int value = 5;
#pragma omp threadprivate(value)
  return &value;
}

int main(void) {
  for (int round = 1; round <= 10; ++round) {
#pragma omp parallel
    {
      counter += omp_get_thread_num() + 1;
      *local() += 1;
      CHECK_EQUAL(counter, 100 + round * (omp_get_thread_num() + 1));
      CHECK_EQUAL(*local(), 5 + round);
    }
  }
  CHECK_EQUAL(counter, 110);
  return 0;
}
