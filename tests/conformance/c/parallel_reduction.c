/* parallel reduction: each member's part, and the value before, are combined once. */
#include "check.h"

int main(void) {
  for (int n = 1; n <= 9; ++n) {
    int sum = 1000;
    int bits = 0;
    double product = 2;
#pragma omp parallel num_threads(n) reduction(+ : sum) reduction(| : bits) reduction(* : product)
    {
      sum += omp_get_thread_num();
      bits |= 1 << omp_get_thread_num();
      product *= 3;
    }
    CHECK_EQUAL(sum, 1000 + n * (n - 1) / 2);
    CHECK_EQUAL(bits, (1 << n) - 1);
    double expected = 2;
    for (int i = 0; i < n; ++i) expected *= 3;
    CHECK(product == expected);
  }
  return 0;
}
