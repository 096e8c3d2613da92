/* omp_init_allocator: alignment, pool_size, fallback to null, default and another allocator. */
#include "check.h"

#include <stdint.h>

int main(void) {
  const omp_alloctrait_t aligned[] = {{omp_atk_alignment, 1024},
                                      {omp_atk_sync_hint, omp_atv_contended}};
  omp_allocator_handle_t a = omp_init_allocator(omp_default_mem_space, 2, aligned);
  CHECK(a != omp_null_allocator);
#pragma omp parallel
  for (int i = 1; i < 50; ++i) {
    char* bytes = omp_alloc((size_t)i * 100, a);
    CHECK(bytes != NULL && (uintptr_t)bytes % 1024 == 0);
    memset(bytes, 1, (size_t)i * 100);
    omp_free(bytes, omp_null_allocator);
  }
  omp_destroy_allocator(a);

  const omp_alloctrait_t small[] = {{omp_atk_pool_size, 5000}, {omp_atk_fallback, omp_atv_null_fb}};
  a = omp_init_allocator(omp_default_mem_space, 2, small);
  CHECK(a != omp_null_allocator);
  for (int round = 0; round < 5; ++round) { /* what is freed can be had again */
    char* fits = omp_alloc(4000, a);
    CHECK(fits != NULL);
    CHECK(omp_alloc(4000, a) == NULL);
    omp_free(fits, a);
  }
  const omp_alloctrait_t other[] = {{omp_atk_pool_size, 5000},
                                    {omp_atk_fallback, omp_atv_allocator_fb},
                                    {omp_atk_fb_data, (omp_uintptr_t)omp_large_cap_mem_alloc}};
  omp_allocator_handle_t b = omp_init_allocator(omp_default_mem_space, 3, other);
  char* large = omp_alloc(100000, b);
  CHECK(large != NULL);
  memset(large, 1, 100000);
  omp_free(large, b);
  omp_destroy_allocator(b);
  omp_destroy_allocator(a);

  const omp_alloctrait_t back[] = {{omp_atk_pool_size, 5000},
                                   {omp_atk_fallback, omp_atv_default_mem_fb}};
  a = omp_init_allocator(omp_high_bw_mem_space, 2, back);
  if (a != omp_null_allocator) { /* there may be no such memory */
    large = omp_alloc(100000, a);
    CHECK(large != NULL);
    memset(large, 1, 100000);
    omp_free(large, a);
    omp_destroy_allocator(a);
  }
  const omp_alloctrait_t many[] = {{omp_atk_sync_hint, omp_atv_private},
                                   {omp_atk_access, omp_atv_all},
                                   {omp_atk_partition, omp_atv_blocked},
                                   {omp_atk_pinned, omp_atv_false}};
  a = omp_init_allocator(omp_default_mem_space, 4, many);
  CHECK(a != omp_null_allocator);
  large = omp_alloc(1000, a);
  CHECK(large != NULL);
  omp_free(large, a);
  omp_destroy_allocator(a);
  return 0;
}
