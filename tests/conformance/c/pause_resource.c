/* omp_pause_resource, omp_pause_resource_all: soft and hard; everything works again after. */
#include "check.h"

int main(void) {
  for (int round = 0; round < 3; ++round) {
    int members = 0;
#pragma omp parallel reduction(+ : members)
    ++members;
    CHECK_EQUAL(members, omp_get_max_threads());
    CHECK_EQUAL(omp_pause_resource(omp_pause_soft, omp_get_initial_device()), 0);
#pragma omp parallel reduction(+ : members)
    ++members;
    CHECK_EQUAL(members, 2 * omp_get_max_threads());
    CHECK_EQUAL(omp_pause_resource_all(omp_pause_hard), 0);
  }
  return 0;
}
