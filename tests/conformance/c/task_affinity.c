/* task affinity (a hint, docs/affinity.md): with array sections, iterators and dependences
 * beside. */
#include "check.h"

int main(void) {
  static double data[64];
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 64; i += 8) {
#pragma omp task affinity(data [i:8]) firstprivate(i) shared(data) depend(out : data[i])
    for (int k = 0; k < 8; ++k) data[i + k] = i;
#pragma omp task affinity(iterator(k = 0 : 8) : data[i + k]) depend(inout : data[i]) firstprivate(i)
    for (int k = 0; k < 8; ++k) data[i + k] += k;
  }
  for (int i = 0; i < 64; ++i) CHECK(data[i] == i);
  return 0;
}
