/* locks with hints: each hint's lock still excludes, and can be tested. */
#include "check.h"

int main(void) {
  const omp_sync_hint_t hints[] = {omp_sync_hint_none, omp_sync_hint_uncontended,
                                   omp_sync_hint_contended, omp_sync_hint_nonspeculative,
                                   omp_sync_hint_speculative};
  for (int h = 0; h < 5; ++h) {
    omp_lock_t lock;
    omp_nest_lock_t nest;
    omp_init_lock_with_hint(&lock, hints[h]);
    omp_init_nest_lock_with_hint(&nest, hints[h]);
    int x = 0;
    int y = 0;
#pragma omp parallel shared(lock, nest, x, y)
    for (int i = 0; i < 50; ++i) {
      omp_set_lock(&lock);
      ++x;
      omp_unset_lock(&lock);
      omp_set_nest_lock(&nest);
      omp_set_nest_lock(&nest);
      ++y;
      omp_unset_nest_lock(&nest);
      omp_unset_nest_lock(&nest);
    }
    CHECK_EQUAL(x, 50 * omp_get_max_threads());
    CHECK_EQUAL(y, 50 * omp_get_max_threads());
    CHECK(omp_test_lock(&lock));
    omp_unset_lock(&lock);
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest);
  }
  return 0;
}
