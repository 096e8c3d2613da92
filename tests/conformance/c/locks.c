/* locks: set, unset, test; nest locks with their depth. */
#include "check.h"

int main(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
  int inside = 0;
  int x = 0;
  int tested = 0;
#pragma omp parallel shared(lock, nest, inside, x, tested)
  for (int i = 0; i < 200; ++i) {
    omp_set_lock(&lock);
    CHECK_EQUAL(++inside, 1);
    ++x;
    --inside;
    omp_unset_lock(&lock);
    if (omp_test_lock(&lock)) {
      CHECK_EQUAL(++inside, 1);
      ++tested;
      --inside;
      omp_unset_lock(&lock);
    }
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    CHECK_EQUAL(omp_test_nest_lock(&nest), 3);
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
  }
  CHECK_EQUAL(x, 200 * omp_get_max_threads());
  CHECK(tested > 0);
  CHECK(omp_test_lock(&lock));
  CHECK(!omp_test_lock(&lock));
  omp_unset_lock(&lock);
  CHECK_EQUAL(omp_test_nest_lock(&nest), 1);
  CHECK_EQUAL(omp_test_nest_lock(&nest), 2);
  omp_unset_nest_lock(&nest);
  omp_unset_nest_lock(&nest);
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
  return 0;
}
