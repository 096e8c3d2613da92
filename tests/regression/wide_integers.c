/* Fortran with -fdefault-integer-8: a level beyond an int is beyond all levels. */
#include <stdint.h>

#include "check.h"

extern int omp_get_ancestor_thread_num_8_(const int64_t* level);
extern int omp_get_team_size_8_(const int64_t* level);
extern int omp_get_place_num_procs_8_(const int64_t* number);

int main(void) {
  const int64_t wide[] = {INT64_MAX, INT64_MIN, INT64_C(1) << 32, -(INT64_C(1) << 32)};
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 4; ++i) {
    CHECK_EQUAL(omp_get_ancestor_thread_num_8_(&wide[i]), -1);
    CHECK_EQUAL(omp_get_team_size_8_(&wide[i]), -1);
    CHECK_EQUAL(omp_get_place_num_procs_8_(&wide[i]), 0);
  }
  return 0;
}
