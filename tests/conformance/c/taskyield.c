/* taskyield: allowed anywhere, loses nothing. */
#include "check.h"

int main(void) {
  int done = 0;
#pragma omp parallel shared(done)
  {
#pragma omp single
    for (int i = 0; i < 50; ++i) {
#pragma omp task shared(done)
      {
#pragma omp taskyield
#pragma omp atomic
        ++done;
#pragma omp taskyield
      }
#pragma omp taskyield
    }
#pragma omp taskyield
  }
  CHECK_EQUAL(done, 50);
#pragma omp taskyield
  return 0;
}
