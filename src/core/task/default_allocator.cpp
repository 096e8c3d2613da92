// def-allocator-var, a setting of the current task.
#include "core/memory/allocator.hpp"
#include "core/model/worker.hpp"

namespace tidemill::core {

AllocatorHandle default_allocator() noexcept {
  return current_worker().task->icvs->default_allocator;
}

void set_default_allocator(AllocatorHandle allocator) noexcept {
  if (allocator == kNullAllocator) allocator = kDefaultMemAlloc;
  writable_icvs(current_worker().task).mark(Setting::allocator).default_allocator = allocator;
}

}  // namespace tidemill::core
