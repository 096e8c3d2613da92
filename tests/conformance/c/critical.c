/* critical: one at a time, by name; the unnamed ones are one. */
#include "check.h"

static void from_elsewhere(int* inside, long* count) {
#pragma omp critical
  {
    CHECK_EQUAL(++*inside, 1);
    ++*count;
    --*inside;
  }
}

int main(void) {
  int inside = 0;
  int inside_named = 0;
  long count = 0;
  long named = 0;
#pragma omp parallel shared(inside, inside_named, count, named)
  for (int i = 0; i < 300; ++i) {
#pragma omp critical
    {
      CHECK_EQUAL(++inside, 1);
      ++count;
      --inside;
    }
    from_elsewhere(&inside, &count);
#pragma omp critical(first)
    {
      CHECK_EQUAL(++inside_named, 1);
      ++named;
#pragma omp critical(second) /* another name may nest */
      --inside_named;
    }
  }
  CHECK_EQUAL(count, 600 * omp_get_max_threads());
  CHECK_EQUAL(named, 300 * omp_get_max_threads());
  return 0;
}
