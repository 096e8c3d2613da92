/* omp_alloc, omp_free: every predefined allocator, default allocator per task, sizes, zero. */
#include "check.h"

int main(void) {
  const omp_allocator_handle_t allocators[] = {
      omp_default_mem_alloc, omp_large_cap_mem_alloc, omp_const_mem_alloc, omp_high_bw_mem_alloc,
      omp_low_lat_mem_alloc, omp_cgroup_mem_alloc,    omp_pteam_mem_alloc, omp_thread_mem_alloc};
#pragma omp parallel
  for (int a = 0; a < 8; ++a)
    for (size_t size = 1; size < 100000; size = size * 7 + 3) {
      unsigned char* bytes = omp_alloc(size, allocators[a]);
      CHECK(bytes != NULL);
      memset(bytes, a, size);
      CHECK_EQUAL(bytes[size - 1], a);
      omp_free(bytes, a % 2 ? allocators[a] : omp_null_allocator);
    }
  CHECK(omp_alloc(0, omp_default_mem_alloc) == NULL);
  omp_free(NULL, omp_default_mem_alloc);
  CHECK(omp_get_default_allocator() == omp_default_mem_alloc);
  omp_set_default_allocator(omp_large_cap_mem_alloc);
  CHECK(omp_get_default_allocator() == omp_large_cap_mem_alloc);
  void* bytes = omp_alloc(100, omp_null_allocator); /* the default one */
  CHECK(bytes != NULL);
  omp_free(bytes, omp_null_allocator);
  return 0;
}
