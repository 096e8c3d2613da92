/* Regions inside a region, one after the other: each needs threads for itself alone, so the process
 * needs those of one. Kept for the next region of each member, there were as many as for all at
 * once. */
#include "check.h"
#include "process_status.h"
#include "watchdog.h"

enum { kOuter = 8, kInner = 8, kRounds = 20 };

int main(void) {
  int members = 0;
  omp_set_max_active_levels(2);
  watchdog(60, "nested regions, one at a time");
  for (int round = 0; round < kRounds; ++round) {
#pragma omp parallel num_threads(kOuter) shared(members)
#pragma omp critical
    {
#pragma omp parallel num_threads(kInner) shared(members)
      {
#pragma omp atomic
        ++members;
      }
    }
  }
  CHECK_EQUAL(members, kRounds * kOuter * kInner);
  const long needed = kOuter + kInner - 1;
  const long threads = process_status("Threads:");
  /* As many as there are processors may be kept besides, and one polls. */
  CHECK(threads <= needed + omp_get_num_procs() + kInner);
  return 0;
}
