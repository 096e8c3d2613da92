/* cancel for in parallel for: a search that stops where it finds.
 * Run with: OMP_CANCELLATION=true */
#include "check.h"

int main(void) {
  for (int round = 0; round < 20; ++round) {
    int found = -1;
#pragma omp parallel for shared(found) schedule(dynamic, 8)
    for (int i = 0; i < 10000; ++i) {
      if (i % 1000 == 777) {
#pragma omp atomic write
        found = i;
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
    CHECK_EQUAL(found % 1000, 777);
  }
  return 0;
}
