/* critical hint: every synchronisation hint still excludes. */
#include "check.h"

int main(void) {
  int x = 0;
#pragma omp parallel shared(x)
  for (int i = 0; i < 100; ++i) {
#pragma omp critical(a) hint(omp_sync_hint_none)
    ++x;
#pragma omp critical(b) hint(omp_sync_hint_uncontended)
    {
#pragma omp critical(a) hint(omp_sync_hint_none)
      ++x;
    }
#pragma omp critical(c) hint(omp_sync_hint_contended)
    {
#pragma omp critical(a)
      ++x;
    }
#pragma omp critical(d) hint(omp_sync_hint_speculative | omp_sync_hint_nonspeculative * 0)
    {
#pragma omp critical(a)
      ++x;
    }
#pragma omp critical(e) hint(omp_sync_hint_nonspeculative | omp_sync_hint_contended)
    {
#pragma omp critical(a)
      ++x;
    }
  }
  CHECK_EQUAL(x, 500 * omp_get_max_threads());
  return 0;
}
