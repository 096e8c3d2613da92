// __kmpc_alloc and its companions: what `allocate` clauses and directives call. Translation only.
#include <cstddef>
#include <cstdint>
#include <span>

#include "abi/export.hpp"
#include "abi/memory/allocator.hpp"

using namespace tidemill;
using memory::AllocatorHandle;

extern "C" {

TM_EXPORT AllocatorHandle __kmpc_init_allocator(int, std::uintptr_t space, int count,
                                                const memory::AllocatorTrait* traits) {
  const std::size_t given = count > 0 && traits != nullptr ? static_cast<std::size_t>(count) : 0;
  return memory::make_allocator(space, std::span(traits, given));
}
TM_EXPORT void __kmpc_destroy_allocator(int, AllocatorHandle allocator) {
  memory::destroy_allocator(allocator);
}
TM_EXPORT void __kmpc_set_default_allocator(int, AllocatorHandle allocator) {
  memory::set_default_allocator(allocator);
}
TM_EXPORT AllocatorHandle __kmpc_get_default_allocator(int) { return memory::default_allocator(); }

TM_EXPORT void* __kmpc_alloc(int, std::size_t bytes, AllocatorHandle allocator) {
  return memory::allocate(bytes, 0, allocator);
}
TM_EXPORT void* __kmpc_aligned_alloc(int, std::size_t alignment, std::size_t bytes,
                                     AllocatorHandle allocator) {
  return memory::allocate(bytes, alignment, allocator);
}
TM_EXPORT void* __kmpc_calloc(int, std::size_t count, std::size_t bytes,
                              AllocatorHandle allocator) {
  return memory::allocate_zeroed(count, bytes, 0, allocator);
}
/// The block knows what it came from, so the allocator to free with is not needed.
TM_EXPORT void* __kmpc_realloc(int, void* block, std::size_t bytes, AllocatorHandle allocator,
                               AllocatorHandle) {
  return memory::reallocate(block, bytes, allocator);
}
TM_EXPORT void __kmpc_free(int, void* block, AllocatorHandle) { memory::deallocate(block); }

}  // extern "C"
