/* Clang gives each loop of a doacross nest one iteration too many, so a wait for an iteration next
 * to the last is for one that never comes. A lone thread needn't wait: its order is that of the
 * waits. */
#include "check.h"
#include "watchdog.h"

enum { kRows = 7, kColumns = 6 };

int main(void) {
  watchdog(60, "lone_doacross");
  int done[kRows + 1][kColumns + 2] = {{0}}, early = 0;
#pragma omp parallel for ordered(2) num_threads(1)
  for (int i = 0; i < kRows; ++i) {
    for (int j = 0; j < kColumns; ++j) {
#pragma omp ordered depend(sink : i - 1, j + 1)
      if (i > 0 && j + 1 < kColumns) early += !done[i - 1][j + 1];
      done[i][j] = 1;
#pragma omp ordered depend(source)
    }
  }
  int sum = 0;
  for (int i = 0; i < kRows; ++i)
    for (int j = 0; j < kColumns; ++j) sum += done[i][j];
  CHECK_EQUAL(sum, kRows * kColumns);
  CHECK_EQUAL(early, 0);
  return 0;
}
