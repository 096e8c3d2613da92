/* for: no schedule clause. */
#define SCHEDULE
#include "schedule.inc"

int main(void) {
  try_loops();
  return 0;
}
