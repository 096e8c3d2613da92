/* atomic compare weak: spurious failure allowed. */
#include "check.h"

int main(void) {
  long sum = 0;
#pragma omp parallel shared(sum)
  for (int i = 0; i < 100; ++i) {
    int done = 0;
    while (!done) {
      long expected;
#pragma omp atomic read
      expected = sum;
      const long next = expected + 1;
#pragma omp atomic compare capture weak
      {
        done = sum == expected;
        if (done) {
          sum = next;
        }
      }
    }
  }
  CHECK_EQUAL(sum, 100 * omp_get_max_threads());
  return 0;
}
