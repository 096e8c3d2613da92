/* for ordered(n), depend(sink/source): a doacross nest in two dimensions, several schedules. */
#include "check.h"

enum { kRows = 20, kColumns = 15 };
static long grid[kRows + 1][kColumns + 1];

int main(void) {
  for (int k = 1; k <= 3; ++k) {
    omp_set_schedule((omp_sched_t)k, k == 3 ? 1 : k);
    memset(grid, 0, sizeof grid);
    for (int i = 0; i <= kRows; ++i) grid[i][0] = 1;
    for (int j = 0; j <= kColumns; ++j) grid[0][j] = 1;
#pragma omp parallel for ordered(2) schedule(runtime)
    for (int i = 1; i <= kRows; ++i)
      for (int j = 1; j <= kColumns; ++j) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
        grid[i][j] = (grid[i - 1][j] + grid[i][j - 1]) % 1000003;
#pragma omp ordered depend(source)
      }
    long row[kColumns + 1];
    for (int j = 0; j <= kColumns; ++j) row[j] = 1;
    for (int i = 1; i <= kRows; ++i)
      for (int j = 1; j <= kColumns; ++j) row[j] = (row[j] + row[j - 1]) % 1000003;
    CHECK_EQUAL(grid[kRows][kColumns], row[kColumns]);
  }
  return 0;
}
