/* target data, enter data, exit data, update: mappings around regions, on the host. */
#include "check.h"

int main(void) {
  int values[50];
  for (int i = 0; i < 50; ++i) values[i] = i;
#pragma omp target data map(tofrom : values)
  {
#pragma omp target map(alloc : values)
    for (int i = 0; i < 50; ++i) values[i] *= 2;
#pragma omp target update from(values)
    CHECK_EQUAL(values[3], 6);
    values[3] = 100;
#pragma omp target update to(values [3:1])
#pragma omp target
    values[3] += 1;
  }
  CHECK_EQUAL(values[3], 101);
  CHECK_EQUAL(values[49], 98);
  int* heap = malloc(100 * sizeof *heap);
  for (int i = 0; i < 100; ++i) heap[i] = 1;
#pragma omp target enter data map(to : heap [0:100])
#pragma omp target map(heap [0:100])
  for (int i = 0; i < 100; ++i) heap[i] += i;
#pragma omp target exit data map(from : heap [0:100])
  for (int i = 0; i < 100; ++i) CHECK_EQUAL(heap[i], 1 + i);
#pragma omp target data map(tofrom : heap [0:100]) use_device_ptr(heap)
  {
#pragma omp target is_device_ptr(heap)
    heap[0] = 77;
  }
  CHECK_EQUAL(heap[0], 77);
  free(heap);
  return 0;
}
