/* allocate clause: on the private copies of parallel and for. */
#include "check.h"

#include <stdint.h>

int main(void) {
  int x = 3;
  int sum = 0;
  const omp_alloctrait_t traits[] = {{omp_atk_alignment, 128}};
  const omp_allocator_handle_t aligned = omp_init_allocator(omp_default_mem_space, 1, traits);
  CHECK(aligned != omp_null_allocator);
#pragma omp parallel firstprivate(x) allocate(aligned : x)
  {
    CHECK_EQUAL(x, 3);
    CHECK_EQUAL((uintptr_t)&x % 128, 0);
    x += omp_get_thread_num();
#pragma omp barrier
    CHECK_EQUAL(x, 3 + omp_get_thread_num());
  }
#pragma omp parallel for private(x) allocate(omp_default_mem_alloc : x) reduction(+ : sum)
  for (int i = 0; i < 50; ++i) {
    x = i;
    sum += x;
  }
  CHECK_EQUAL(sum, 1225);
  omp_destroy_allocator(aligned);
  return 0;
}
