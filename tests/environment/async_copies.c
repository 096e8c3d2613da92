/* omp_target_memcpy_async, its rectangular sister and omp_target_memset_async: tasks with
 * dependences. GCC 12's omp.h does not declare them (GCC 13's and Clang 19's do), and its libgomp
 * does not have them. */
#include "../conformance/check.h"

#include <unistd.h>

int omp_target_memcpy_async(void*, const void*, size_t, size_t, size_t, int, int, int,
                            omp_depend_t*);
int omp_target_memcpy_rect_async(void*, const void*, size_t, int, const size_t*, const size_t*,
                                 const size_t*, const size_t*, const size_t*, int, int, int,
                                 omp_depend_t*);
void* omp_target_memset(void*, int, size_t, int);
void* omp_target_memset_async(void*, int, size_t, int, int, omp_depend_t*);
void* omp_get_mapped_ptr(const void*, int);
int omp_target_is_accessible(const void*, size_t, int);
int omp_in_explicit_task(void);

static void ordered_by_depobj(void) {
  int source = 0;
  int copy = 0;
  int row[4] = {0};
  const size_t volume[] = {1};
  const size_t offset[] = {2};
  const size_t none[] = {0};
  const size_t length[] = {4};
  omp_depend_t after_source;
  omp_depend_t after_copy[2];
#pragma omp depobj(after_source) depend(inout : source)
#pragma omp depobj(after_copy[0]) depend(in : source)
#pragma omp depobj(after_copy[1]) depend(out : row)
#pragma omp parallel num_threads(4)
#pragma omp single
  {
#pragma omp task depend(out : source) shared(source)
    {
      CHECK(omp_in_explicit_task());
      usleep(2000);
      source = 42;
    }
    CHECK_EQUAL(omp_target_memcpy_async(&copy, &source, sizeof copy, 0, 0, 0, 0, 1, &after_source),
                0);
    CHECK_EQUAL(omp_target_memcpy_rect_async(row, &source, sizeof(int), 1, volume, offset, none,
                                             length, volume, 0, 0, 2, after_copy),
                0);
#pragma omp taskwait
    CHECK_EQUAL(copy, 42);
    CHECK_EQUAL(row[2], 42);
    CHECK_EQUAL(omp_target_memcpy_async(&copy, &row[1], sizeof copy, 0, 0, 0, 0, 0, NULL), 0);
  }
  CHECK_EQUAL(copy, 0); /* the region's end has waited for it */
#pragma omp depobj(after_source) destroy
}

static void filled_in_order(void) {
  unsigned char bytes[4] = {1, 1, 1, 1};
  unsigned char seen = 0;
  omp_depend_t after_bytes;
#pragma omp depobj(after_bytes) depend(inout : bytes)
#pragma omp parallel num_threads(4) shared(bytes, seen)
#pragma omp single
  {
#pragma omp task depend(out : bytes) shared(bytes)
    {
      usleep(2000);
      bytes[0] = bytes[3] = 2;
    }
    CHECK(omp_target_memset_async(bytes, 0x107, 3, 0, 1, &after_bytes) == bytes);
#pragma omp task depend(in : bytes) shared(bytes, seen)
    seen = bytes[0];
  }
  CHECK_EQUAL(seen, 7);
  CHECK_EQUAL(bytes[2], 7);
  CHECK_EQUAL(bytes[3], 2);
#pragma omp depobj(after_bytes) destroy
}

int main(void) {
  int here = 0;
  CHECK(omp_target_memset(&here, 0, sizeof here, omp_get_initial_device()) == &here);
  CHECK(omp_target_memset(NULL, 0, 0, 0) == NULL);
  CHECK(omp_target_memset(&here, 1, sizeof here, 99) == NULL);
  CHECK_EQUAL(here, 0);
  CHECK(omp_get_mapped_ptr(&here, omp_get_initial_device()) == &here);
  CHECK(omp_target_is_accessible(&here, sizeof here, omp_get_initial_device()));
  CHECK(!omp_target_is_accessible(&here, sizeof here, 99));
  CHECK(!omp_in_explicit_task());
  for (int i = 0; i < 20; ++i) {
    ordered_by_depobj();
    filled_in_order();
  }
  return 0;
}
