/* task depend, many addresses: thousands of them, each with its own chain. */
#include "check.h"

int main(void) {
  static char bytes[5000];
#pragma omp parallel shared(bytes)
#pragma omp single
  for (int r = 0; r < 3; ++r)
    for (int i = 0; i < 5000; ++i) {
#pragma omp task depend(inout : bytes[i]) firstprivate(i, r)
      {
        CHECK_EQUAL(bytes[i], r);
        bytes[i] = (char)(r + 1);
      }
    }
  return 0;
}
