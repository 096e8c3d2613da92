/* Code of different compilers in one program excludes each other: in `critical` without a name, and
 * in atomics that the processor has no instruction for. Each had a lock of its own for both. */
#include "mixed_locks.h"

#include "check.h"

enum { kThreads = 4, kRounds = 50000 };

static void increment_in_critical(double* sum) {
#pragma omp critical
  *sum += 1;
}
static void increment_atomically(long double* sum) {
#pragma omp atomic
  *sum += 1;
}
/* What gfortran makes of an atomic on a complex(4). */
extern void GOMP_atomic_start(void);
extern void GOMP_atomic_end(void);
static void increment_complex(float _Complex* sum) {
  GOMP_atomic_start();
  *sum += 1;
  GOMP_atomic_end();
}

int main(void) {
  double in_critical = 0;
  long double by_one = 0, by_two = 0;
  _Alignas(8) float _Complex complex_sum = 0;
#pragma omp parallel num_threads(kThreads)
#pragma omp for schedule(static)
  for (int i = 0; i < kThreads * kRounds; ++i) {
    increment_in_critical(&in_critical);
    other_increments_in_critical(&in_critical);
    increment_atomically(&by_one);
    other_increments_in_one_call(&by_one);
    increment_atomically(&by_two);
    other_increments_between_calls(&by_two);
    increment_complex(&complex_sum);
    other_increments_complex(&complex_sum);
  }
  const int all = 2 * kThreads * kRounds;
  CHECK_EQUAL(in_critical, all);
  CHECK_EQUAL((int)by_one, all);
  CHECK_EQUAL((int)by_two, all);
  CHECK_EQUAL((int)__real__ complex_sum, all);
  return 0;
}
