/* Clang gives each loop of a doacross nest one iteration too many, so a wait for an iteration next
 * to the last is for one that never comes. A lone thread needn't wait: its order is that of the
 * waits. Nor are that many iterations marked for it: those of many loops would fill any memory. */
#include "check.h"
#include "watchdog.h"

enum { kRows = 7, kColumns = 6 };

/* Loops of one iteration: two each, as Clang counts, and so 2^50 times as many in the nest. */
#define LOOP(v) for (int v = 0; v < 1; ++v)
#define TEN_LOOPS(v) \
  LOOP(v##0)         \
  LOOP(v##1) LOOP(v##2) LOOP(v##3) LOOP(v##4) LOOP(v##5) LOOP(v##6) LOOP(v##7) LOOP(v##8) LOOP(v##9)
#define TEN_VALUES(v) v##0, v##1, v##2, v##3, v##4, v##5, v##6, v##7, v##8, v##9

static void many_loops(void) {
  int done[kRows] = {0}, early = 0;
#pragma omp parallel for ordered(51) num_threads(1)
  for (int i = 0; i < kRows; ++i) TEN_LOOPS(a) TEN_LOOPS(b) TEN_LOOPS(c) TEN_LOOPS(d) TEN_LOOPS(e) {
#pragma omp ordered depend(sink                                                                 \
                           : i - 1, TEN_VALUES(a), TEN_VALUES(b), TEN_VALUES(c), TEN_VALUES(d), \
                             TEN_VALUES(e))
      if (i > 0) early += !done[i - 1];
      done[i] = 1;
#pragma omp ordered depend(source)
    }
  for (int i = 0; i < kRows; ++i) CHECK_EQUAL(done[i], 1);
  CHECK_EQUAL(early, 0);
}

int main(void) {
  watchdog(60, "lone_doacross");
  many_loops();
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
