// Memory for stacks: reserved in address space, committed page by page as it is touched, with a
// guard page below. Where the kernel has MADV_GUARD_INSTALL (Linux 6.13) the guard does not split
// the mapping, so the number of stacks is not bounded by vm.max_map_count.
#pragma once

#include <cstddef>

namespace tidemill::platform {

struct StackMemory {
  void* base = nullptr;   // lowest usable address, above the guard page
  std::size_t bytes = 0;  // usable bytes
  void* top() const noexcept { return static_cast<char*>(base) + bytes; }
};

/// Maps a stack of at least `bytes`. When there is no memory: an empty one, and errno; or, the
/// second, ends the program with a message.
StackMemory try_map_stack(std::size_t bytes) noexcept;
StackMemory map_stack(std::size_t bytes) noexcept;
void unmap_stack(const StackMemory& stack) noexcept;

/// Gives `bytes` at the top of an unused stack back, address space and all; all of it if it has no
/// more.
void shrink_stack(StackMemory& stack, std::size_t bytes) noexcept;

/// Gives the pages of an unused stack back to the kernel, except those its top `keep_bytes` use.
void trim_stack(const StackMemory& stack, std::size_t keep_bytes) noexcept;

}  // namespace tidemill::platform
