/* Taskloops that begin beyond their end. Clang hands them over all the same, with a count that has
 * wrapped: taken as it is, a grainsize would make 2^63 tasks of it, and a lastprivate variable
 * would be that of an iteration there is none of. */
#include "check.h"

typedef unsigned long long Wide;

static int count(Wide from, Wide end, Wide step) {
  int met = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(2) shared(met)
  for (Wide i = from; i < end; i += step) {
#pragma omp atomic
    ++met;
  }
  return met;
}

static int count_unsigned(unsigned from, unsigned end, unsigned step) {
  int met = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(2) shared(met)
  for (unsigned i = from; i < end; i += step) {
#pragma omp atomic
    ++met;
  }
  return met;
}

static int count_down(long from, long end, long step) {
  int met = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop grainsize(2) shared(met)
  for (long i = from; i > end; i -= step) {
#pragma omp atomic
    ++met;
  }
  return met;
}

static int last(long from, long end) {
  int seen = -1;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop lastprivate(seen)
  for (long i = from; i < end; ++i) seen = (int)i;
  return seen;
}

int main(void) {
  CHECK_EQUAL(count(0, 0, 1), 0);
  CHECK_EQUAL(count(5, 2, 1), 0);
  CHECK_EQUAL(count(5, 2, 2), 0);
  CHECK_EQUAL(count_unsigned(0, 0, 1), 0);
  CHECK_EQUAL(count_unsigned(5, 2, 3), 0);
  CHECK_EQUAL(count_unsigned(1, 8, 3), 3);
  CHECK_EQUAL(count(0, 1, 1), 1);
  CHECK_EQUAL(count(3, 13, 3), 4);
  CHECK_EQUAL(count(1ull << 63, (1ull << 63) + 7, 1), 7);
  CHECK_EQUAL(count(0, 0xC000000000000000ull, 1ull << 62), 3);
  CHECK_EQUAL(count_down(5, -5, 1), 10);
  CHECK_EQUAL(count_down(5, -5, 3), 4);
  CHECK_EQUAL(count_down(-5, 5, 1), 0);
  CHECK_EQUAL(count_down(0, 0, 1), 0);
  CHECK_EQUAL(last(2, 7), 6);
  CHECK_EQUAL(last(7, 2), -1);
  return 0;
}
