/* atomic compare with fail: the ordering of the failing case. */
#include "check.h"

int main(void) {
  long sum = 0;
#pragma omp parallel shared(sum)
  for (int i = 0; i < 100; ++i) {
    int done = 0;
    long expected;
#pragma omp atomic read
    expected = sum;
    while (!done) {
      const long next = expected + 1;
      long seen = expected;
#pragma omp atomic compare capture acq_rel fail(relaxed)
      {
        done = sum == expected;
        if (done) {
          sum = next;
        } else {
          seen = sum;
        }
      }
      expected = seen;
    }
  }
  CHECK_EQUAL(sum, 100 * omp_get_max_threads());
  return 0;
}
