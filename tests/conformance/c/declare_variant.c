/* declare variant: match by construct and by implementation vendor. */
#include "check.h"

static int in_parallel(void) { return 2; }
#pragma omp declare variant(in_parallel) match(construct = {parallel})
static int base(void) { return 1; }

int main(void) {
  CHECK_EQUAL(base(), 1);
#pragma omp parallel
  CHECK_EQUAL(base(), 2);
  return 0;
}
