/* omp_set_num_threads() in a loop. Each call made a new copy of the task's settings and kept all
 * old ones, as a task created before might still read them: 3,000,000 calls took 600 MiB. */
#include "check.h"
#include "process_status.h"
#include "watchdog.h"

enum { kCalls = 1000000, kAllowedKib = 8 << 10 };

static long growth_of_calls(void) {
  const long before = process_status("VmHWM:");
  for (int i = 0; i < kCalls; ++i) {
    omp_set_num_threads(2 + i % 2);
    CHECK_EQUAL(omp_get_max_threads(), 2 + i % 2);
  }
  return process_status("VmHWM:") - before;
}

int main(void) {
  long growth = 0;
  watchdog(10, "omp_set_num_threads takes more than 10 us");
  CHECK(growth_of_calls() < kAllowedKib);
#pragma omp parallel num_threads(2) reduction(max : growth)
  growth = growth_of_calls();
  CHECK(growth < kAllowedKib);
  return 0;
}
