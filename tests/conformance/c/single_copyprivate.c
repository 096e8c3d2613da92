/* single copyprivate: one member's values reach all the others. */
#include "check.h"

struct Record {
  int values[30];
};
static double kept;
#pragma omp threadprivate(kept)

int main(void) {
  int number;
  struct Record record;
#pragma omp parallel private(number, record)
  for (int round = 0; round < 100; ++round) {
    number = -1;
#pragma omp single copyprivate(number, record, kept)
    {
      number = round;
      kept = round / 2.0;
      for (int i = 0; i < 30; ++i) record.values[i] = i + round;
    }
    CHECK_EQUAL(number, round);
    CHECK(kept == round / 2.0);
    for (int i = 0; i < 30; ++i) CHECK_EQUAL(record.values[i], i + round);
  }
  return 0;
}
