#include "mixed_locks.h"

void other_increments_in_critical(double* sum) {
#pragma omp critical
  *sum += 1;
}

/* Clang leaves wide atomics to libatomic; these calls are those of Intel's compilers. */
extern void __kmpc_atomic_float10_add(void* location, int gtid, long double* at, long double e);
extern void __kmpc_atomic_cmplx4_add(void* location, int gtid, float _Complex* at,
                                     float _Complex e);
extern void __kmpc_atomic_start(void);
extern void __kmpc_atomic_end(void);

void other_increments_in_one_call(long double* sum) { __kmpc_atomic_float10_add(0, 0, sum, 1); }
void other_increments_between_calls(long double* sum) {
  __kmpc_atomic_start();
  *sum += 1;
  __kmpc_atomic_end();
}
void other_increments_complex(float _Complex* sum) { __kmpc_atomic_cmplx4_add(0, 0, sum, 1); }
