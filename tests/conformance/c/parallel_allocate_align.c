/* allocate clause with allocator and align modifiers: the copies are aligned as asked. */
#include "check.h"

#include <stdint.h>

int main(void) {
  int x = 3;
#pragma omp parallel firstprivate(x) allocate(allocator(omp_default_mem_alloc), align(256) : x)
  {
    CHECK_EQUAL(x, 3);
    CHECK_EQUAL((uintptr_t)&x % 256, 0);
  }
  return 0;
}
