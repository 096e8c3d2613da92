/* omp_set_nested, omp_get_nested: the old names of max-active-levels. */
#include "check.h"

int main(void) {
  omp_set_max_active_levels(1);
  CHECK_EQUAL(omp_get_nested(), 0);
  omp_set_nested(1);
  CHECK_EQUAL(omp_get_nested(), 1);
  CHECK(omp_get_max_active_levels() > 1);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  CHECK_EQUAL(omp_get_num_threads(), 2);
  omp_set_nested(0);
  CHECK_EQUAL(omp_get_nested(), 0);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
  CHECK_EQUAL(omp_get_num_threads(), 1);
  return 0;
}
