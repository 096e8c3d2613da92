/* OMP_THREAD_LIMIT=5 holds for all threads of nested regions together, and is free again after. */
#include "../conformance/check.h"

#include <stdatomic.h>

int main(void) {
  CHECK_EQUAL(omp_get_thread_limit(), 5);
  omp_set_max_active_levels(3);
  omp_set_dynamic(0);
  for (int round = 0; round < 50; ++round) {
    atomic_int now = 0;
    atomic_int most = 0;
#pragma omp parallel num_threads(3)
#pragma omp parallel num_threads(4)
    {
      const int running = atomic_fetch_add(&now, 1) + 1;
      int seen = atomic_load(&most);
      while (seen < running && !atomic_compare_exchange_weak(&most, &seen, running)) continue;
#pragma omp barrier
      atomic_fetch_sub(&now, 1);
    }
    CHECK(atomic_load(&most) <= 5);
#pragma omp parallel num_threads(5)
    CHECK_EQUAL(omp_get_num_threads(), 5);
#pragma omp parallel num_threads(9)
    CHECK_EQUAL(omp_get_num_threads(), 5);
  }
  return 0;
}
