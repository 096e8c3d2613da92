/* omp_get_num_devices ...: with the host as the only device. */
#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_is_initial_device(), 1);
  CHECK_EQUAL(omp_get_num_devices(), 0);
  CHECK_EQUAL(omp_get_initial_device(), omp_get_num_devices());
  CHECK_EQUAL(omp_get_device_num(), omp_get_initial_device());
  CHECK_EQUAL(omp_get_default_device(), 0);
  omp_set_default_device(3);
  CHECK_EQUAL(omp_get_default_device(), 3);
  return 0;
}
