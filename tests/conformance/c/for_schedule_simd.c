/* for simd schedule(simd: ...): the simd modifier with static, dynamic and guided. */
#include "check.h"

int main(void) {
  static int values[1000];
#pragma omp parallel for simd schedule(simd : static, 3)
  for (int i = 0; i < 1000; ++i) values[i] += 1;
#pragma omp parallel for simd schedule(simd : dynamic, 5) simdlen(8)
  for (int i = 0; i < 1000; ++i) values[i] += 2;
#pragma omp parallel for simd schedule(monotonic, simd : guided, 5)
  for (int i = 0; i < 1000; ++i) values[i] += 4;
  for (int i = 0; i < 1000; ++i) CHECK_EQUAL(values[i], 7);
  return 0;
}
