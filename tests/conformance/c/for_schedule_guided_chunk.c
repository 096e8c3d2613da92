/* for schedule(guided, chunk): every iteration once. */
#define SCHEDULE schedule(guided, 4)
#include "schedule.inc"

int main(void) {
  try_loops();
  return 0;
}
