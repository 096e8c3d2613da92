/* for collapse: nests of two and three loops are one iteration space. */
#include "check.h"

enum { kMost = 600 };
static int runs[kMost];

static void check_runs(int count) {
  for (int i = 0; i < kMost; ++i) CHECK_EQUAL(runs[i], i < count);
  memset(runs, 0, sizeof runs);
}

int main(void) {
#pragma omp parallel for collapse(2) schedule(dynamic, 3)
  for (int i = 0; i < 13; ++i)
    for (int j = 0; j < 17; ++j) ++runs[i * 17 + j];
  check_runs(13 * 17);
#pragma omp parallel for collapse(3) schedule(static)
  for (int i = 0; i < 5; ++i)
    for (int j = 8; j > 0; j -= 2)
      for (long k = 0; k < 7; ++k) ++runs[(i * 4 + (8 - j) / 2) * 7 + k];
  check_runs(5 * 4 * 7);
  int a = -1;
  int b = -1;
#pragma omp parallel for collapse(2) schedule(guided) lastprivate(a, b)
  for (int i = 0; i < 13; ++i)
    for (int j = 0; j < 17; ++j) {
      a = i;
      b = j;
    }
  CHECK_EQUAL(a, 12);
  CHECK_EQUAL(b, 16);
#pragma omp parallel for collapse(2) /* the inner one is empty */
  for (int i = 0; i < 13; ++i)
    for (int j = 5; j < 5; ++j) ++runs[0];
  check_runs(0);
#pragma omp parallel for collapse(2) ordered schedule(dynamic) /* in the nest's order */
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j) {
#pragma omp ordered
      {
        CHECK(i * 5 + j == 0 || runs[i * 5 + j - 1] == 1);
        ++runs[i * 5 + j];
      }
    }
  check_runs(20);
  return 0;
}
