/* threadprivate copyin: every member starts with the primary thread's values. */
#include "check.h"

static int number;
static struct {
  double values[20];
  int length;
} record;
#pragma omp threadprivate(number, record)

int main(void) {
  for (int round = 0; round < 10; ++round) {
    number = round;
    record.length = 2 * round;
    record.values[19] = round / 4.0;
#pragma omp parallel copyin(number, record)
    {
      CHECK_EQUAL(number, round);
      CHECK_EQUAL(record.length, 2 * round);
      CHECK(record.values[19] == round / 4.0);
      number += omp_get_thread_num();
    }
    CHECK_EQUAL(number, round);
#pragma omp parallel
    CHECK_EQUAL(number, round + omp_get_thread_num());
  }
  return 0;
}
