/* atomic compare: conditional update, minimum and maximum, as an if and as an expression. */
#include "check.h"

int main(void) {
  int least = 1000;
  int most = -1000;
  unsigned most_unsigned = 0;
#pragma omp parallel for
  for (int i = 0; i < 500; ++i) {
    const int value = (i * 37) % 501 - 250;
#pragma omp atomic compare
    if (value < least) {
      least = value;
    }
#pragma omp atomic compare
    most = value > most ? value : most;
#pragma omp atomic compare
    if ((unsigned)i > most_unsigned) {
      most_unsigned = (unsigned)i;
    }
  }
  CHECK_EQUAL(least, -250);
  CHECK_EQUAL(most, 250);
  CHECK_EQUAL(most_unsigned, 499);
  int owner = -1;
#pragma omp parallel shared(owner)
  {
    const int me = omp_get_thread_num();
#pragma omp atomic compare
    if (owner == -1) {
      owner = me;
    }
  }
  CHECK(owner >= 0 && owner < omp_get_max_threads());
  return 0;
}
