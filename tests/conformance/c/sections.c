/* sections: each runs once, by some member; all are done after it. */
#include "check.h"

int main(void) {
  for (int round = 0; round < 50; ++round) {
    int runs[5] = {0};
#pragma omp parallel shared(runs)
    {
#pragma omp sections
      {
        ++runs[0];
#pragma omp section
        ++runs[1];
#pragma omp section
        ++runs[2];
#pragma omp section
        ++runs[3];
#pragma omp section
        ++runs[4];
      }
      for (int i = 0; i < 5; ++i) CHECK_EQUAL(runs[i], 1);
    }
  }
  return 0;
}
