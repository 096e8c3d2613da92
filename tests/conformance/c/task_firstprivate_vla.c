/* task firstprivate of variable length: an array whose size is known when it runs. */
#include "check.h"

int main(void) {
  int runs = 0;
#pragma omp parallel shared(runs)
#pragma omp single
  for (int round = 0; round < 40; ++round) {
    const int count = 1 + round;
    double lengths[count];
    for (int i = 0; i < count; ++i) lengths[i] = round + i;
#pragma omp task firstprivate(lengths, round) shared(runs)
    {
      for (int i = 0; i < count; ++i) CHECK(lengths[i] == round + i);
#pragma omp atomic
      ++runs;
    }
    for (int i = 0; i < count; ++i) lengths[i] = -1;
  }
  CHECK_EQUAL(runs, 40);
  return 0;
}
