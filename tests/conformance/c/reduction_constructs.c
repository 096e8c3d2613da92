/* reduction on constructs: sections, loops in a row over one variable, several operators at once.
 */
#include "check.h"

int main(void) {
  int sum = 0;
#pragma omp parallel sections reduction(+ : sum)
  {
#pragma omp section
    sum += 1;
#pragma omp section
    sum += 2;
#pragma omp section
    sum += 4;
  }
  CHECK_EQUAL(sum, 7);
  sum = 0;
#pragma omp parallel shared(sum)
  for (int round = 1; round <= 50; ++round) {
#pragma omp for reduction(+ : sum) schedule(dynamic)
    for (int i = 0; i < 20; ++i) sum += 1;
    CHECK_EQUAL(sum, 20 * round);
#pragma omp barrier
  }
  double mean = 0;
  int count = 0;
  float most = 0;
  unsigned bits = 0;
  long product = 1;
#pragma omp parallel for reduction(+ : mean, count) reduction(max : most) reduction(| : bits) reduction(* : product)
  for (int i = 0; i < 64; ++i) {
    mean += i;
    ++count;
    if (most < (float)i) most = (float)i;
    bits |= 1U << i % 32;
    if (i % 16 == 0) product *= 2;
  }
  CHECK(mean == 2016 && count == 64 && most == 63 && bits == ~0U && product == 16);
  return 0;
}
