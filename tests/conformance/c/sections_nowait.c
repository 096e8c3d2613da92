/* sections nowait, parallel sections: members go on; the combined form works alike. */
#include "check.h"

int main(void) {
  int runs = 0;
#pragma omp parallel shared(runs)
  for (int round = 0; round < 30; ++round) {
#pragma omp sections nowait
    {
#pragma omp section
#pragma omp atomic
      ++runs;
#pragma omp section
#pragma omp atomic
      ++runs;
    }
  }
  CHECK_EQUAL(runs, 60);
#pragma omp parallel sections num_threads(2) shared(runs)
  {
#pragma omp section
#pragma omp atomic
    ++runs;
#pragma omp section
    {
#pragma omp atomic
      ++runs;
    }
#pragma omp section
#pragma omp atomic
    ++runs;
  }
  CHECK_EQUAL(runs, 63);
  return 0;
}
