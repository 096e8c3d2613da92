/* taskloop: no clause. */
#define CLAUSES
#include "taskloop.inc"

int main(void) {
  try_taskloops();
  (void)count_sizes;
  return 0;
}
