/* What Clang's code, or that of other compilers for the same interface, may hand to libomp and ours
 * once misread: omp_all_memory as the address -1, a task without a routine (`taskwait depend
 * nowait`), loops with schedule(simd: runtime), flang's loops without iterations, alignments that
 * are no power of two, kmpc_malloc and its like. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

typedef struct {
  intptr_t address;
  size_t bytes;
  unsigned char flag;
} depend_info;

enum { kTied = 1, kIn = 1, kOut = 2, kStaticChunked = 33, kStatic = 34, kRuntimeSimd = 47 };

typedef struct task {
  void* shareds;
  int (*routine)(int, struct task*);
  int part;
  void* destructors;
  long priority;
} task;

extern int __kmpc_global_thread_num(void*);
extern task* __kmpc_omp_task_alloc(void*, int, int flags, size_t bytes, size_t shareds,
                                   int (*routine)(int, task*));
extern int __kmpc_omp_task_with_deps(void*, int, task*, int count, depend_info*, int, void*);
extern void __kmpc_dispatch_init_4(void*, int, int schedule, int lower, int upper, int step,
                                   int chunk);
extern int __kmpc_dispatch_next_4(void*, int, int* last, int* lower, int* upper, int* stride);
extern void __kmpc_for_static_init_4u(void*, int, int schedule, int* last, unsigned* lower,
                                      unsigned* upper, int* stride, int step, int chunk);
extern void __kmpc_for_static_init_8u(void*, int, int schedule, int* last, uint64_t* lower,
                                      uint64_t* upper, int64_t* stride, int64_t step,
                                      int64_t chunk);
extern void* kmp_aligned_malloc(size_t bytes, size_t alignment);
extern void kmp_free(void*);
extern void* kmpc_malloc(size_t bytes);
extern void* kmpc_calloc(size_t count, size_t bytes);
extern void* kmpc_realloc(void* block, size_t bytes);
extern void* kmpc_aligned_malloc(size_t bytes, size_t alignment);
extern void kmpc_free(void*);
extern void kmpc_set_blocktime(int milliseconds);
extern int kmp_get_blocktime(void);
extern void kmpc_set_stacksize_s(size_t bytes);
extern size_t kmp_get_stacksize_s(void);
extern void kmpc_set_library(int mode);
extern int kmp_get_library(void);
extern void kmp_create_affinity_mask(void** mask);
extern void kmp_destroy_affinity_mask(void** mask);
extern int kmp_get_affinity(void** mask);
extern int kmpc_set_affinity_mask_proc(int processor, void** mask);
extern int kmpc_unset_affinity_mask_proc(int processor, void** mask);
extern int kmpc_get_affinity_mask_proc(int processor, void** mask);

static int before, between, after;

static int in_between(int gtid, task* self) {
  (void)gtid, (void)self;
  CHECK_EQUAL(before, 50);
  CHECK_EQUAL(after, 0);
  for (volatile int i = 0; i < 20000; ++i) {
  }
  between = 1;
  return 0;
}

static void submit(int (*routine)(int, task*), depend_info depend) {
  const int gtid = __kmpc_global_thread_num(NULL);
  task* made = __kmpc_omp_task_alloc(NULL, gtid, kTied, sizeof(task), 0, routine);
  __kmpc_omp_task_with_deps(NULL, gtid, made, 1, &depend, 0, NULL);
}

static void all_memory_as_an_address(void) {
  int x[50];
  before = between = after = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 50; ++i) {
#pragma omp task depend(inout : x[i]) shared(before)
#pragma omp atomic
      ++before;
    }
    submit(in_between, (depend_info){-1, 0, kOut});
    for (int i = 0; i < 50; ++i) {
#pragma omp task depend(inout : x[i]) shared(after)
      {
        CHECK_EQUAL(between, 1);
#pragma omp atomic
        ++after;
      }
    }
  }
  CHECK_EQUAL(after, 50);
}

static void task_without_a_routine(void) {
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = 1;
    submit(NULL, (depend_info){(intptr_t)&x, 0, kOut});
#pragma omp task depend(in : x) shared(x)
    CHECK_EQUAL(x, 1);
  }
}

/* Chunks are multiples of the lanes, but for the loop's last one; every iteration comes once. */
static void simd_loops(int lanes) {
  enum { kCount = 1003 };
  static int runs[kCount];
  static const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided,
                                      omp_sched_auto};
  for (int k = 0; k < 4; ++k)
    for (int chunk = 0; chunk <= 3; ++chunk) {
      memset(runs, 0, sizeof runs);
      omp_set_schedule(kinds[k], chunk);
#pragma omp parallel
      {
        const int gtid = __kmpc_global_thread_num(NULL);
        __kmpc_dispatch_init_4(NULL, gtid, kRuntimeSimd, 0, kCount - 1, 1, lanes);
        int last, lower, upper, stride;
        while (__kmpc_dispatch_next_4(NULL, gtid, &last, &lower, &upper, &stride)) {
          CHECK_EQUAL(lower % lanes, 0);
          CHECK_EQUAL(last, upper == kCount - 1);
          if (!last) CHECK_EQUAL((upper + 1) % lanes, 0);
          for (int i = lower; i <= upper; ++i) ++runs[i];
        }
      }
      for (int i = 0; i < kCount; ++i) CHECK_EQUAL(runs[i], 1);
    }
}

static void alignments(void) {
  CHECK(kmp_aligned_malloc(100, 0) == NULL);
  CHECK(kmp_aligned_malloc(100, 48) == NULL);
  void* block = kmp_aligned_malloc(100, 256);
  CHECK(block != NULL && (uintptr_t)block % 256 == 0);
  kmp_free(block);
}

/* The names without an underscore are the same functions. */
static void third_names(void) {
  unsigned char* block = kmpc_calloc(10, 10);
  for (int i = 0; i < 100; ++i) CHECK_EQUAL(block[i], 0);
  block[99] = 7;
  block = kmpc_realloc(block, 10000);
  CHECK_EQUAL(block[99], 7);
  kmpc_free(block);
  block = kmpc_aligned_malloc(100, 256);
  CHECK(block != NULL && (uintptr_t)block % 256 == 0);
  kmpc_free(block);
  block = kmpc_malloc(100);
  memset(block, 1, 100);
  kmp_free(block);
  kmpc_set_blocktime(123);
  CHECK_EQUAL(kmp_get_blocktime(), 123);
  const char* library = getenv("KMP_LIBRARY");
  CHECK_EQUAL(kmp_get_library(), library != NULL && strcmp(library, "turnaround") == 0 ? 2 : 3);
  kmpc_set_library(2);
  CHECK_EQUAL(kmp_get_library(), 2);
  kmpc_set_library(3);
  CHECK_EQUAL(kmp_get_library(), 3);
  kmpc_set_stacksize_s(SIZE_MAX);
  CHECK(kmp_get_stacksize_s() == (size_t)1 << 40); /* at most, as by KMP_STACKSIZE */
  kmpc_set_stacksize_s(3 << 20);
  CHECK_EQUAL(kmp_get_stacksize_s(), 3 << 20);

  void* mask = NULL;
  kmp_create_affinity_mask(&mask);
  CHECK_EQUAL(kmp_get_affinity(&mask), 0);
  const int here = sched_getcpu();
  CHECK_EQUAL(kmpc_get_affinity_mask_proc(here, &mask), 1);
  CHECK_EQUAL(kmpc_unset_affinity_mask_proc(here, &mask), 0);
  CHECK_EQUAL(kmpc_get_affinity_mask_proc(here, &mask), 0);
  CHECK_EQUAL(kmpc_set_affinity_mask_proc(here, &mask), 0);
  CHECK_EQUAL(kmpc_get_affinity_mask_proc(here, &mask), 1);
  CHECK_EQUAL(kmpc_get_affinity_mask_proc(-1, &mask), -1);
  kmp_destroy_affinity_mask(&mask);
}

/* LLVM's OpenMPIRBuilder counts a loop from 0 to its number of iterations less one, unsigned, and
 * runs as many as lie between what it gets back. */
static void no_iterations(void) {
#pragma omp parallel
  {
    const int gtid = __kmpc_global_thread_num(NULL);
    int last = 0, stride = 1;
    unsigned lower = 0, upper = -1u;
    __kmpc_for_static_init_4u(NULL, gtid, kStatic, &last, &lower, &upper, &stride, 1, 0);
    CHECK_EQUAL(upper - lower + 1, 0);
    CHECK_EQUAL(last, 0);
    lower = 0, upper = -1u;
    __kmpc_for_static_init_4u(NULL, gtid, kStaticChunked, &last, &lower, &upper, &stride, 1, 5);
    CHECK_EQUAL(upper - lower + 1, 0);
    CHECK_EQUAL(last, 0);
    int64_t wide_stride = 1;
    uint64_t from = 0, to = -1ull;
    __kmpc_for_static_init_8u(NULL, gtid, kStatic, &last, &from, &to, &wide_stride, 1, 0);
    CHECK_EQUAL(to - from + 1, 0);
    CHECK_EQUAL(last, 0);
  }
}

int main(void) {
  for (int i = 0; i < 20; ++i) all_memory_as_an_address();
  for (int i = 0; i < 20; ++i) task_without_a_routine();
  simd_loops(1);
  simd_loops(4);
  simd_loops(16);
  no_iterations();
  alignments();
  third_names();
  return 0;
}
