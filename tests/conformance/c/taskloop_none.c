/* taskloop: no clause. */
#define CLAUSES
#include "taskloop.h"

int main(void) {
  try_taskloops();
  (void)count_sizes;
  return 0;
}
