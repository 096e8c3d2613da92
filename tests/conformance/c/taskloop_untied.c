/* taskloop untied, priority, mergeable: each iteration once. */
#define CLAUSES untied priority(3) mergeable
#include "taskloop.inc"

int main(void) {
  try_taskloops();
  (void)count_sizes;
  return 0;
}
