/* task private, firstprivate, shared, default(none): structures, arrays. */
#include "check.h"

struct Large {
  long values[640];
};

int main(void) {
  struct Large large;
  int common = 0;
  int own = -7;
#pragma omp parallel shared(common) firstprivate(large, own)
#pragma omp single
  for (int round = 0; round < 40; ++round) {
    for (int i = 0; i < 640; ++i) large.values[i] = round * 1000L + i;
    char odd[13];
    memset(odd, round, sizeof odd);
#pragma omp task default(none) firstprivate(large, odd, round) private(own) shared(common)
    {
      own = round;
      for (int i = 0; i < 640; ++i) CHECK_EQUAL(large.values[i], round * 1000L + i);
      for (int i = 0; i < 13; ++i) CHECK_EQUAL(odd[i], round);
#pragma omp atomic
      common += own;
    }
    memset(&large, -1, sizeof large);
    memset(odd, -1, sizeof odd);
    CHECK_EQUAL(own, -7);
  }
  CHECK_EQUAL(common, 780);
  return 0;
}
