/* target uses_allocators: a memory allocator inside a target region. */
#include "check.h"

int main(void) {
  int result = 0;
#pragma omp target uses_allocators(omp_default_mem_alloc) map(from : result)
  {
    int* bytes = omp_alloc(40, omp_default_mem_alloc);
    bytes[9] = 6;
    result = bytes[9];
    omp_free(bytes, omp_default_mem_alloc);
  }
  CHECK_EQUAL(result, 6);
  return 0;
}
