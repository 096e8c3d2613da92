/* omp_alloc and its family with predefined and made allocators, from C. */
#include "../conformance/check.h"

#include <stdint.h>

static void predefined(void) {
  const omp_allocator_handle_t all[] = {
      omp_null_allocator,   omp_default_mem_alloc, omp_large_cap_mem_alloc,
      omp_const_mem_alloc,  omp_high_bw_mem_alloc, omp_low_lat_mem_alloc,
      omp_cgroup_mem_alloc, omp_pteam_mem_alloc,   omp_thread_mem_alloc};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) {
    char* block = omp_alloc(100, all[i]);
    CHECK(block != NULL);
    memset(block, 1, 100);
    block = omp_realloc(block, 1000, all[i], all[i]);
    CHECK(block != NULL && block[99] == 1);
    omp_free(block, all[i]);
    int* zeros = omp_calloc(10, sizeof(int), all[i]);
    for (int k = 0; k < 10; ++k) CHECK_EQUAL(zeros[k], 0);
    omp_free(zeros, omp_null_allocator);
    void* aligned = omp_aligned_alloc(256, 512, all[i]);
    CHECK_EQUAL((uintptr_t)aligned % 256, 0);
    omp_free(aligned, all[i]);
    aligned = omp_aligned_calloc(128, 4, 64, all[i]);
    CHECK_EQUAL((uintptr_t)aligned % 128, 0);
    omp_free(aligned, all[i]);
  }
}

static void made(void) {
  omp_alloctrait_t traits[] = {
      {omp_atk_alignment, 64}, {omp_atk_pool_size, 8192}, {omp_atk_fallback, omp_atv_null_fb}};
  omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 3, traits);
  CHECK(a != omp_null_allocator);
  void* first = omp_alloc(3000, a);
  CHECK(first != NULL && (uintptr_t)first % 64 == 0);
  CHECK(omp_alloc(8000, a) == NULL);
  omp_free(first, a);
  void* again = omp_alloc(6000, a);
  CHECK(again != NULL);
  omp_free(again, a);
  omp_set_default_allocator(a);
  CHECK(omp_get_default_allocator() == a);
  CHECK(omp_alloc(9000, omp_null_allocator) == NULL);
  omp_set_default_allocator(omp_default_mem_alloc);
  omp_destroy_allocator(a);
  const omp_alloctrait_t wrong[] = {{omp_atk_alignment, 3}};
  CHECK(omp_init_allocator(omp_default_mem_space, 1, wrong) == omp_null_allocator);
}

int main(void) {
  predefined();
  made();
#pragma omp parallel
  {
    predefined();
    made();
  }
  return 0;
}
