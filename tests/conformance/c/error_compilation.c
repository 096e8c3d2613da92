/* error at(compilation) severity(warning), nothing: the compiler's own, no code. */
#include "check.h"

int main(void) {
  volatile int x = 1;
#pragma omp nothing
#pragma omp error at(compilation) severity(warning) message("meant to be seen")
  ++x;
  CHECK_EQUAL(x, 2);
  return 0;
}
