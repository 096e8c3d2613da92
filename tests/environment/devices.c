/* Device functions where the host is the only device. */
#include "../conformance/check.h"

int main(void) {
  const int host = omp_get_initial_device();
  int from[6][8];
  int to[4][5];
  CHECK_EQUAL(omp_get_num_devices(), host);
  for (int i = 0; i < 48; ++i) from[i / 8][i % 8] = i;
  memset(to, -1, sizeof to);

  int* block = omp_target_alloc(sizeof from, host);
  CHECK(block != NULL);
  CHECK(omp_target_is_present(block, host));
  CHECK_EQUAL(omp_target_memcpy(block, from, sizeof from, 0, 0, host, host), 0);
  CHECK_EQUAL(block[47], 47);
  CHECK_EQUAL(omp_target_memcpy(block, from, 4, 8, 40, host, host), 0);
  CHECK_EQUAL(block[2], 10);
  CHECK(omp_target_memcpy(block, from, 4, 0, 0, host + 77, host) != 0);

  const size_t volume[] = {2, 3};
  const size_t to_offsets[] = {1, 2};
  const size_t from_offsets[] = {3, 4};
  const size_t to_dimensions[] = {4, 5};
  const size_t from_dimensions[] = {6, 8};
  CHECK_EQUAL(omp_target_memcpy_rect(to, from, sizeof(int), 2, volume, to_offsets, from_offsets,
                                     to_dimensions, from_dimensions, host, host),
              0);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 5; ++j) {
      const int inside = i >= 1 && i < 3 && j >= 2;
      CHECK_EQUAL(to[i][j], inside ? (i + 2) * 8 + j + 2 : -1);
    }
  CHECK(omp_target_memcpy_rect(NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, host, host) >= 3);
  CHECK(omp_target_associate_ptr(from, block, 4, 0, host) != 0);
  omp_target_free(block, host);
  omp_target_free(NULL, host);

  omp_set_default_device(host);
  CHECK_EQUAL(omp_get_default_device(), host);
  CHECK_EQUAL(omp_pause_resource(omp_pause_soft, host), 0);
  CHECK_EQUAL(omp_pause_resource_all(omp_pause_hard), 0);
  int sum = 0;
#pragma omp parallel num_threads(3) reduction(+ : sum)
  sum += 1;
  CHECK_EQUAL(sum, 3);
  return 0;
}
