/* for schedule(dynamic): every iteration once. */
#define SCHEDULE schedule(dynamic)
#include "schedule.inc"

int main(void) {
  try_loops();
  return 0;
}
