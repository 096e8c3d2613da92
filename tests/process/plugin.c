/* A library that uses OpenMP inside, as a plugin of a program that knows nothing of it. */
#include "work.h"

static int loaded_value;
#pragma omp threadprivate(loaded_value)

int plugin_run(int threads);

int plugin_run(int threads) {
  int right = work_is_right(threads);
#pragma omp parallel num_threads(threads) reduction(&& : right)
  {
    loaded_value += 1;
    right = right && loaded_value >= 1;
  }
  return right;
}
