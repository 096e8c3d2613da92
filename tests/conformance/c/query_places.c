/* omp_get_num_places ...: places without a variable set, and what they hold. */
#include "check.h"

int main(void) {
  const int places = omp_get_num_places();
  CHECK(places >= 0);
  CHECK(omp_get_place_num() >= -1 && omp_get_place_num() < (places > 0 ? places : 1));
  CHECK(omp_get_partition_num_places() >= 0);
  CHECK_EQUAL(omp_get_place_num_procs(-1), 0);
  CHECK_EQUAL(omp_get_place_num_procs(places), 0);
  CHECK_EQUAL(omp_get_proc_bind(), omp_proc_bind_false);
  return 0;
}
