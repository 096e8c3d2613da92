/* The memory of a burst of tasks goes back to the system once none has been needed for a while,
 * also when the burst was too short to see that while it lasted: what was kept of one of 400,000
 * tasks stayed with the process for ever, 107 MB. */
#include <unistd.h>

#include "check.h"
#include "process_status.h"

enum {
  kTasks = 300000,
  kCells = 1024,
  kLeastKib = 50 << 10,
  kKeptKib = 25 << 10,
  kPatienceMs = 5000
};

/* All exist at once: they wait for one that is fulfilled when the last has been created. */
static long resident_during_burst(void) {
  static long cell[kCells];
  long resident = 0, sum = 0;
  for (int i = 0; i < kCells; ++i) cell[i] = 0;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t gate;
#pragma omp task detach(gate) depend(iterator(i = 0 : kCells), out : cell[i])
    {}
    for (long i = 0; i < kTasks; ++i) {
#pragma omp task depend(inout : cell[i % kCells]) firstprivate(i)
      ++cell[i % kCells];
    }
    resident = process_status("VmRSS:");
    omp_fulfill_event(gate);
  }
  for (int i = 0; i < kCells; ++i) sum += cell[i];
  CHECK_EQUAL(sum, kTasks);
  return resident;
}

int main(void) {
#pragma omp parallel
  CHECK(omp_get_num_threads() > 1);
  const long before = process_status("VmRSS:");
  for (int burst = 0; burst < 2; ++burst) {
    CHECK(resident_during_burst() - before > kLeastKib);
    int ms = 0;
    while (process_status("VmRSS:") - before > kKeptKib && ms++ < kPatienceMs) usleep(1000);
    CHECK(ms < kPatienceMs);
  }
  return 0;
}
