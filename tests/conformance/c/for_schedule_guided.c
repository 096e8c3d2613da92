/* for schedule(guided): every iteration once. */
#define SCHEDULE schedule(guided)
#include "schedule.h"

int main(void) {
  try_loops();
  return 0;
}
