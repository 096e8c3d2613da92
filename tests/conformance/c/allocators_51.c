/* omp_aligned_alloc, omp_calloc, omp_aligned_calloc, omp_realloc: those of 5.1. */
#include "check.h"

#include <stdint.h>

int main(void) {
  for (size_t alignment = 8; alignment <= 4096; alignment *= 2) {
    char* bytes = omp_aligned_alloc(alignment, 3 * alignment, omp_default_mem_alloc);
    CHECK(bytes != NULL && (uintptr_t)bytes % alignment == 0);
    memset(bytes, 1, 3 * alignment);
    omp_free(bytes, omp_default_mem_alloc);
    bytes = omp_aligned_calloc(alignment, 5, alignment, omp_default_mem_alloc);
    CHECK(bytes != NULL && (uintptr_t)bytes % alignment == 0);
    for (size_t i = 0; i < 5 * alignment; ++i) CHECK_EQUAL(bytes[i], 0);
    omp_free(bytes, omp_null_allocator);
  }
  int* numbers = omp_calloc(100, sizeof(int), omp_default_mem_alloc);
  for (int i = 0; i < 100; ++i) CHECK_EQUAL(numbers[i], 0);
  for (int i = 0; i < 100; ++i) numbers[i] = i;
  numbers =
      omp_realloc(numbers, 100000 * sizeof(int), omp_default_mem_alloc, omp_default_mem_alloc);
  for (int i = 0; i < 100; ++i) CHECK_EQUAL(numbers[i], i);
  numbers[99999] = 1;
  numbers = omp_realloc(numbers, 50 * sizeof(int), omp_large_cap_mem_alloc, omp_default_mem_alloc);
  for (int i = 0; i < 50; ++i) CHECK_EQUAL(numbers[i], i);
  CHECK(omp_realloc(numbers, 0, omp_null_allocator, omp_null_allocator) == NULL);
  int* fresh = omp_realloc(NULL, 40, omp_default_mem_alloc, omp_null_allocator);
  CHECK(fresh != NULL);
  omp_free(fresh, omp_null_allocator);
  CHECK(omp_calloc(SIZE_MAX / 2, 16, omp_default_mem_alloc) == NULL);
  return 0;
}
