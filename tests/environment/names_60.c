/* What OpenMP 6.0 and the runtimes of LLVM 22 and Intel 2026 added, called by declarations of its
 * own, by the version nodes those libraries have: memory spaces and allocators by device, parts of
 * a space, names of devices, free agents. C's names and Fortran's. */
#include "../conformance/check.h"

#include <stdint.h>

typedef uintptr_t Handle;
#define DEFAULT_SPACE ((Handle)99) /* as LLVM numbers it since 20 */
#define HIGH_BW_SPACE ((Handle)3)

Handle omp_get_devices_memspace(int, const int*, Handle);
Handle omp_get_devices_memspace_(const int*, const int*, const Handle*);
Handle omp_get_device_memspace(int, Handle);
Handle omp_get_device_memspace_(const int*, const Handle*);
Handle omp_get_devices_and_host_memspace(int, const int*, Handle);
Handle omp_get_device_and_host_memspace(int, Handle);
Handle omp_get_devices_all_memspace(Handle);
Handle omp_get_devices_all_memspace_(const Handle*);
Handle omp_get_devices_allocator(int, const int*, Handle);
Handle omp_get_device_allocator(int, Handle);
Handle omp_get_device_allocator_(const int*, const Handle*);
Handle omp_get_devices_and_host_allocator(int, const int*, Handle);
Handle omp_get_device_and_host_allocator(int, Handle);
Handle omp_get_devices_all_allocator(Handle);
int omp_get_memspace_num_resources(Handle);
int omp_get_memspace_num_resources_(const Handle*);
Handle omp_get_submemspace(Handle, int, const int*);
Handle omp_get_submemspace_(const Handle*, const int*, const int*);
int omp_is_free_agent(void);
int omp_ancestor_is_free_agent(int);
int omp_ancestor_is_free_agent_(const int*);
extern const Handle omp_null_mem_space, omp_target_host_mem_space, omp_target_host_mem_alloc,
    omp_target_shared_mem_space, omp_target_device_mem_alloc, kmp_max_mem_space;

/* Each library's own name for the same. */
const char* gnu_uid(int);
void gnu_uid_f(const char**, size_t*, const int*);
int gnu_device(const char*);
int gnu_device_f(const char*, size_t);
const char* llvm_uid(int);
int llvm_device(const char*);
__asm__(".symver gnu_uid, omp_get_uid_from_device@OMP_6.0");
__asm__(".symver gnu_uid_f, omp_get_uid_from_device_@OMP_6.0");
__asm__(".symver gnu_device, omp_get_device_from_uid@OMP_6.0");
__asm__(".symver gnu_device_f, omp_get_device_from_uid_@OMP_6.0");
__asm__(".symver llvm_uid, omp_get_uid_from_device@VERSION");
__asm__(".symver llvm_device, omp_get_device_from_uid@VERSION");

static void devices_by_name(void) {
  const char* name = gnu_uid(0);
  CHECK(name != NULL && name == gnu_uid(-1) && name == llvm_uid(0));
  CHECK_EQUAL(gnu_device(name), 0);
  CHECK_EQUAL(llvm_device(name), 0);
  CHECK(gnu_uid(5) == NULL && llvm_uid(-2) == NULL);
  CHECK_EQUAL(gnu_device("no such device"), -4); /* omp_invalid_device in either's omp.h */
  CHECK_EQUAL(llvm_device("no such device"), -2);
  const char* text = NULL;
  size_t length = 0;
  const int host = 0, absent = 5;
  gnu_uid_f(&text, &length, &host);
  CHECK(text == name && length == strlen(name));
  CHECK_EQUAL(gnu_device_f(text, length), 0);
  CHECK_EQUAL(gnu_device_f(text, length - 1), -4);
  gnu_uid_f(&text, &length, &absent);
  CHECK(text == NULL && length == 0);
}

static void spaces_by_device(void) {
  const int host[] = {0, -1, 7}, one = 1, two = 2, three = 3;
  const Handle space = DEFAULT_SPACE;
  CHECK_EQUAL(omp_get_devices_memspace(2, host, space), space);
  CHECK_EQUAL(omp_get_devices_memspace_(&two, host, &space), space);
  CHECK_EQUAL(omp_get_devices_memspace_(&one, host, &space), space);
  CHECK_EQUAL(omp_get_devices_memspace_(&three, host, &space), omp_null_mem_space);
  CHECK_EQUAL(omp_get_device_memspace(0, space), space);
  CHECK_EQUAL(omp_get_device_memspace_(host, &space), space);
  CHECK_EQUAL(omp_get_device_memspace(7, space), omp_null_mem_space);
  CHECK_EQUAL(omp_get_devices_and_host_memspace(2, host, space), space);
  CHECK_EQUAL(omp_get_device_and_host_memspace(0, space), space);
  CHECK_EQUAL(omp_get_devices_all_memspace(space), space);
  CHECK_EQUAL(omp_get_devices_all_memspace_(&space), space);
  CHECK_EQUAL(omp_get_devices_all_memspace(777), omp_null_mem_space);
}

static void allocators_by_device(void) {
  const int host[] = {0, -1, 7};
  const Handle space = DEFAULT_SPACE;
  CHECK_EQUAL(omp_get_devices_allocator(2, host, space), omp_default_mem_alloc);
  CHECK_EQUAL(omp_get_devices_allocator(3, host, space), omp_null_allocator);
  CHECK_EQUAL(omp_get_device_allocator(0, 1), omp_large_cap_mem_alloc);
  CHECK_EQUAL(omp_get_device_allocator_(host, &space), omp_default_mem_alloc);
  CHECK_EQUAL(omp_get_devices_and_host_allocator(1, host, 2), omp_const_mem_alloc);
  CHECK_EQUAL(omp_get_device_and_host_allocator(0, 4), omp_low_lat_mem_alloc);
  CHECK_EQUAL(omp_get_devices_all_allocator(space), omp_default_mem_alloc);
  const int has_high_bw = omp_get_memspace_num_resources(HIGH_BW_SPACE) > 0;
  CHECK_EQUAL(omp_get_devices_all_allocator(HIGH_BW_SPACE),
              has_high_bw ? omp_high_bw_mem_alloc : omp_null_allocator);
}

static void use(Handle space) {
  omp_allocator_handle_t allocator = omp_init_allocator((omp_memspace_handle_t)space, 0, NULL);
  CHECK(allocator != omp_null_allocator);
  char* block = omp_alloc(100000, allocator);
  CHECK(block != NULL);
  memset(block, 7, 100000);
  CHECK_EQUAL(block[99999], 7);
  omp_free(block, allocator);
  omp_destroy_allocator(allocator);
}

static void parts(void) {
  const Handle space = DEFAULT_SPACE;
  const int count = omp_get_memspace_num_resources(space), wrong = count, twice[] = {0, 0};
  CHECK(count >= 1);
  CHECK_EQUAL(omp_get_memspace_num_resources_(&space), count);
  for (int i = 0; i < count; ++i) {
    const int one = 1;
    const Handle part = omp_get_submemspace(space, 1, &i);
    CHECK(part != omp_null_mem_space && part != space);
    CHECK_EQUAL(omp_get_submemspace_(&space, &one, &i), part);
    CHECK_EQUAL(omp_get_memspace_num_resources(part), 1);
    const Handle same = omp_get_submemspace(part, 1, twice);
    CHECK_EQUAL(same, part); /* the part of a part that is all of it */
    use(part);
  }
  CHECK_EQUAL(omp_get_memspace_num_resources(omp_get_submemspace(space, 2, twice)), 1);
  CHECK_EQUAL(omp_get_submemspace(space, 0, NULL), omp_null_mem_space);
  CHECK_EQUAL(omp_get_submemspace(space, 1, &wrong), omp_null_mem_space);
  CHECK_EQUAL(omp_get_submemspace(777, 1, twice), omp_null_mem_space);
  use(omp_null_mem_space); /* 6.0: as the default space */
  use(space);
  use(omp_target_host_mem_space);
}

int main(void) {
  devices_by_name();
  spaces_by_device();
  allocators_by_device();
#pragma omp parallel
  parts();
#pragma omp parallel
  {
    const int level = omp_get_level();
    CHECK(!omp_is_free_agent() && !omp_ancestor_is_free_agent(level));
    CHECK(!omp_ancestor_is_free_agent_(&level) && !omp_ancestor_is_free_agent(-1));
  }
  CHECK_EQUAL(omp_target_host_mem_alloc, 100);
  CHECK_EQUAL(omp_target_shared_mem_space, 101);
  CHECK_EQUAL(omp_target_device_mem_alloc, 102);
  CHECK_EQUAL(kmp_max_mem_space, 1024);
  return 0;
}
