/* for schedule(auto): every iteration once. */
#define SCHEDULE schedule(auto)
#include "schedule.inc"

int main(void) {
  try_loops();
  return 0;
}
