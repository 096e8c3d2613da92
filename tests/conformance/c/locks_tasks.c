/* locks in tasks: the owner is the task, not the thread that runs it. */
#include "check.h"

int main(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
  int x = 0;
  int y = 0;
#pragma omp parallel shared(lock, nest, x, y)
#pragma omp single
  {
    for (int i = 0; i < 300; ++i) {
#pragma omp task shared(lock, nest, x, y)
      {
        omp_set_lock(&lock);
        ++x;
        omp_unset_lock(&lock);
        omp_set_nest_lock(&nest);
        omp_set_nest_lock(&nest);
        ++y;
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
      }
    }
#pragma omp taskwait
    omp_set_nest_lock(&nest);
    int other = -1;
#pragma omp task if (0) shared(nest, other) /* another task, on the same thread */
    other = omp_test_nest_lock(&nest);
    CHECK_EQUAL(other, 0);
    omp_unset_nest_lock(&nest);
  }
  CHECK_EQUAL(x, 300);
  CHECK_EQUAL(y, 300);
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
  return 0;
}
