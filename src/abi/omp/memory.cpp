// omp_*: memory allocators (OpenMP 5.2, 18.13). Translation only. Fortran calls the allocating
// functions by their C names (bind(C)).
#include <cstddef>
#include <cstdint>

#include "abi/export.hpp"
#include "abi/memory/allocator.hpp"

using namespace tidemill;
using memory::AllocatorHandle;
using memory::AllocatorTrait;

extern "C" {

TM_EXPORT AllocatorHandle omp_init_allocator(std::uintptr_t space, int count,
                                             const AllocatorTrait* traits) {
  if (count < 0) return memory::kNullAllocator;
  return memory::make_allocator(space, {traits, static_cast<std::size_t>(count)});
}
TM_EXPORT AllocatorHandle omp_init_allocator_(const std::uintptr_t* space, const int* count,
                                              const AllocatorTrait* traits) {
  return omp_init_allocator(*space, *count, traits);
}
TM_EXPORT AllocatorHandle omp_init_allocator_8_(const std::uintptr_t* space,
                                                const std::int64_t* count,
                                                const AllocatorTrait* traits) {
  return omp_init_allocator(*space, static_cast<int>(*count), traits);
}

TM_EXPORT void omp_destroy_allocator(AllocatorHandle allocator) {
  memory::destroy_allocator(allocator);
}
TM_EXPORT void omp_destroy_allocator_(const AllocatorHandle* allocator) {
  memory::destroy_allocator(*allocator);
}

TM_EXPORT void omp_set_default_allocator(AllocatorHandle allocator) {
  memory::set_default_allocator(allocator);
}
TM_EXPORT void omp_set_default_allocator_(const AllocatorHandle* allocator) {
  memory::set_default_allocator(*allocator);
}
TM_EXPORT AllocatorHandle omp_get_default_allocator(void) { return memory::default_allocator(); }
TM_EXPORT AllocatorHandle omp_get_default_allocator_(void) TM_ALIAS("omp_get_default_allocator");

TM_EXPORT void* omp_alloc(std::size_t bytes, AllocatorHandle allocator) {
  return memory::allocate(bytes, 0, allocator);
}
TM_EXPORT void* omp_aligned_alloc(std::size_t alignment, std::size_t bytes,
                                  AllocatorHandle allocator) {
  return memory::allocate(bytes, alignment, allocator);
}
TM_EXPORT void* omp_calloc(std::size_t count, std::size_t bytes, AllocatorHandle allocator) {
  return memory::allocate_zeroed(count, bytes, 0, allocator);
}
TM_EXPORT void* omp_aligned_calloc(std::size_t alignment, std::size_t count, std::size_t bytes,
                                   AllocatorHandle allocator) {
  return memory::allocate_zeroed(count, bytes, alignment, allocator);
}
// A block knows where it came from: the allocators named when it is freed are not needed.
TM_EXPORT void* omp_realloc(void* block, std::size_t bytes, AllocatorHandle allocator,
                            AllocatorHandle /*free_allocator*/) {
  return memory::reallocate(block, bytes, allocator);
}
TM_EXPORT void omp_free(void* block, AllocatorHandle /*allocator*/) { memory::deallocate(block); }

}  // extern "C"
