/* task allocate clause: the task's own copy comes from the allocator. */
#include "check.h"

#include <stdint.h>

int main(void) {
  const omp_alloctrait_t traits[] = {{omp_atk_alignment, 128}};
  const omp_allocator_handle_t aligned = omp_init_allocator(omp_default_mem_space, 1, traits);
  int x = 3;
#pragma omp parallel firstprivate(x)
#pragma omp single
  for (int i = 0; i < 20; ++i) {
#pragma omp task firstprivate(x) allocate(aligned : x)
    {
      CHECK_EQUAL(x, 3);
      CHECK_EQUAL((uintptr_t)&x % 128, 0);
    }
  }
  omp_destroy_allocator(aligned);
  return 0;
}
