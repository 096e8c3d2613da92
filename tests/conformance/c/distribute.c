/* distribute: dist_schedule, collapse, lastprivate, firstprivate; each iteration in one team. */
#include "check.h"

int main(void) {
  static int runs[500];
  int last = -1;
  int first = 5;
#pragma omp teams num_teams(3) shared(runs)
  {
#pragma omp distribute
    for (int i = 0; i < 500; ++i) {
#pragma omp atomic
      ++runs[i];
    }
#pragma omp distribute dist_schedule(static, 7) firstprivate(first)
    for (int i = 499; i >= 0; --i) {
#pragma omp atomic
      runs[i] += first;
    }
#pragma omp distribute collapse(2)
    for (int i = 0; i < 20; ++i)
      for (int j = 0; j < 25; ++j) {
#pragma omp atomic
        runs[i * 25 + j] += 10;
      }
  }
#pragma omp teams distribute lastprivate(last) num_teams(4)
  for (int i = 0; i < 300; ++i) last = i;
  CHECK_EQUAL(last, 299);
  for (int i = 0; i < 500; ++i) CHECK_EQUAL(runs[i], 16);
  return 0;
}
