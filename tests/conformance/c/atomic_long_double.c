/* atomic on long double: update, read, write, capture. */
#include "check.h"

int main(void) {
  long double x = 0;
  long double highest = 0;
#pragma omp parallel for
  for (int i = 0; i < 200; ++i) {
    long double seen;
#pragma omp atomic
    x += 0.5L;
#pragma omp atomic capture
    seen = x += 0.5L;
    CHECK(seen > 0 && seen <= 200);
#pragma omp atomic read
    seen = x;
    CHECK(seen > 0 && seen <= 200);
#pragma omp atomic write
    highest = 3;
#pragma omp atomic
    x *= 1;
  }
  CHECK(x == 200);
  CHECK(highest == 3);
  return 0;
}
