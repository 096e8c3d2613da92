/* omp_target_alloc, memcpy, memcpy_rect, associate_ptr, is_present: with the host as device. */
#include "check.h"

int main(void) {
  const int host = omp_get_initial_device();
  int* device = omp_target_alloc(100 * sizeof(int), host);
  CHECK(device != NULL);
  int values[100];
  int back[100] = {0};
  for (int i = 0; i < 100; ++i) values[i] = i;
  CHECK_EQUAL(omp_target_memcpy(device, values, sizeof values, 0, 0, host, host), 0);
  CHECK_EQUAL(omp_target_memcpy(back, device, 50 * sizeof(int), 0, 50 * sizeof(int), host, host),
              0);
  for (int i = 0; i < 50; ++i) CHECK_EQUAL(back[i], i + 50);
  const size_t volume[2] = {3, 4};
  const size_t to[2] = {1, 2};
  const size_t from[2] = {2, 3};
  const size_t sizes[2] = {10, 10};
  memset(back, 0, sizeof back);
  CHECK_EQUAL(omp_target_memcpy_rect(back, device, sizeof(int), 2, volume, to, from, sizes, sizes,
                                     host, host),
              0);
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 10; ++j) {
      const int inside = i >= 1 && i < 4 && j >= 2 && j < 6;
      CHECK_EQUAL(back[i * 10 + j], inside ? (i + 1) * 10 + j + 1 : 0);
    }
  CHECK(omp_target_memcpy_rect(NULL, NULL, sizeof(int), 0, NULL, NULL, NULL, NULL, NULL, host,
                               host) >= 2);
  CHECK_EQUAL(omp_target_is_present(values, host), 1);
  CHECK(omp_target_alloc(10, host + 5) == NULL);
  omp_target_free(device, host);
  omp_target_free(NULL, host);
  return 0;
}
