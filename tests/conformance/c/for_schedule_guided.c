/* for schedule(guided): every iteration once. */
#define SCHEDULE schedule(guided)
#include "schedule.inc"

int main(void) {
  try_loops();
  return 0;
}
