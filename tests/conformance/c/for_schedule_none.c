/* for: no schedule clause. */
#define SCHEDULE
#include "schedule.h"

int main(void) {
  try_loops();
  return 0;
}
