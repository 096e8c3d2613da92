/* omp_get_wtime, omp_get_wtick: a clock that goes forward, in seconds. */
#include "check.h"

#include <unistd.h>

int main(void) {
  const double before = omp_get_wtime();
  usleep(20000);
  const double after = omp_get_wtime();
  CHECK(after - before >= 0.0199);
  CHECK(after - before < 10);
  CHECK(omp_get_wtick() > 0 && omp_get_wtick() < 0.1);
#pragma omp parallel
  CHECK(omp_get_wtime() >= before);
  return 0;
}
