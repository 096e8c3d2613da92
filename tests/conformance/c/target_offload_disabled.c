/* OMP_TARGET_OFFLOAD=disabled: target regions run on the host.
 * Run with: OMP_TARGET_OFFLOAD=disabled */
#include "check.h"

int main(void) {
  int x = 0;
#pragma omp target map(tofrom : x)
  x = omp_is_initial_device();
  CHECK_EQUAL(x, 1);
  CHECK_EQUAL(omp_get_num_devices(), 0);
  return 0;
}
