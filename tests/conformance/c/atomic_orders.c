/* atomic seq_cst, acq_rel, acquire, release, relaxed, hint: with each form that may have them. */
#include "check.h"

int main(void) {
  int x = 0;
  int v;
  long captured = 0;
#pragma omp parallel private(v) shared(x, captured)
  for (int i = 0; i < 100; ++i) {
#pragma omp atomic seq_cst
    ++x;
#pragma omp atomic update relaxed
    ++x;
#pragma omp atomic release
    ++x;
#pragma omp atomic acq_rel capture
    v = ++x;
#pragma omp atomic capture seq_cst
    v = ++x;
#pragma omp atomic read acquire hint(omp_sync_hint_uncontended)
    v = x;
#pragma omp atomic read seq_cst
    v = x;
#pragma omp atomic read relaxed
    v = x;
#pragma omp atomic hint(omp_sync_hint_contended) update
    captured += v > 0;
  }
#pragma omp atomic write release
  v = 3;
#pragma omp atomic write seq_cst
  v = 4;
  CHECK_EQUAL(v, 4);
  CHECK_EQUAL(x, 500 * omp_get_max_threads());
  CHECK_EQUAL(captured, 100 * omp_get_max_threads());
  return 0;
}
