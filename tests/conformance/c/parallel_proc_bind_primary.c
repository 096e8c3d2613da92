/* parallel proc_bind(primary): every member is in the place of the primary thread.
 * Run with: OMP_PLACES=cores OMP_PROC_BIND=true */
#include "check.h"

int main(void) {
  const int place = omp_get_place_num();
#pragma omp parallel num_threads(4) proc_bind(primary)
  CHECK_EQUAL(omp_get_place_num(), place);
  return 0;
}
