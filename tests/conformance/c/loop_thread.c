/* loop bind(thread): the iterations by the thread that meets it, alone and in a team. */
#include "check.h"

int main(void) {
  static int runs[300];
#pragma omp loop bind(thread)
  for (int i = 0; i < 300; ++i) ++runs[i];
  for (int i = 0; i < 300; ++i) CHECK_EQUAL(runs[i], 1);
#pragma omp parallel
  {
    int mine[50] = {0};
#pragma omp loop bind(thread) collapse(2)
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j < 10; ++j) ++mine[i * 10 + j];
    for (int i = 0; i < 50; ++i) CHECK_EQUAL(mine[i], 1);
  }
  return 0;
}
