/* allocate directive: static and local variables, with allocator and align. */
#include "check.h"

#include <stdint.h>

static int kept;
#pragma omp allocate(kept) allocator(omp_default_mem_alloc)

int main(void) {
  kept = 4;
#pragma omp parallel
  {
    int local[100];
#pragma omp allocate(local) allocator(omp_thread_mem_alloc)
    int aligned;
#pragma omp allocate(aligned) align(512)
    for (int i = 0; i < 100; ++i) local[i] = omp_get_thread_num();
    aligned = omp_get_thread_num();
#pragma omp barrier
    for (int i = 0; i < 100; ++i) CHECK_EQUAL(local[i], omp_get_thread_num());
    CHECK_EQUAL(aligned, omp_get_thread_num());
    CHECK_EQUAL((uintptr_t)&aligned % 512, 0);
  }
  CHECK_EQUAL(kept, 4);
  return 0;
}
