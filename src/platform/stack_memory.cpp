#include "platform/stack_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <utility>

#include "platform/memory_limit.hpp"
#include "platform/report.hpp"

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102  // Linux 6.13; older headers don't name it
#endif

namespace tidemill::platform {

namespace {

const std::size_t kPage = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));

// mprotect splits the mapping in two, and a process has vm.max_map_count of them (65,530 by
// default): past half of that the remaining stacks do without a guard rather than fail.
constexpr int kMostSplitMappings = 16'000;
std::atomic<int> split_mappings{0};  // relaxed: a rough budget, hands nothing over

void install_guard(void* page) noexcept {
  if (madvise(page, kPage, MADV_GUARD_INSTALL) == 0) return;
  if (split_mappings.fetch_add(1, std::memory_order_relaxed) < kMostSplitMappings)
    mprotect(page, kPage, PROT_NONE);
}

}  // namespace

StackMemory try_map_stack(std::size_t bytes) noexcept {
  const std::size_t usable = (bytes + kPage - 1) / kPage * kPage;
  void* low = mmap(nullptr, usable + kPage, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (low == MAP_FAILED) return {};
  install_guard(low);
  return {static_cast<char*>(low) + kPage, usable};
}

StackMemory map_stack(std::size_t bytes) noexcept {
  const StackMemory stack = try_map_stack(bytes);
  if (stack.base == nullptr)
    fatal(errno,
          "no memory for a task stack of %zu KiB: lower OMP_STACKSIZE, let fewer tasks wait at "
          "once, or raise the limits of %s and mappings (vm.max_map_count)",
          bytes / 1024, memory_limit());
  return stack;
}

void unmap_stack(const StackMemory& stack) noexcept {
  munmap(static_cast<char*>(stack.base) - kPage, stack.bytes + kPage);
}

void shrink_stack(StackMemory& stack, std::size_t bytes) noexcept {
  const std::size_t part = (bytes + kPage - 1) / kPage * kPage;
  if (part >= stack.bytes) return unmap_stack(std::exchange(stack, {}));
  stack.bytes -= part;
  munmap(stack.top(), part);
}

void trim_stack(const StackMemory& stack, std::size_t keep_bytes) noexcept {
  const std::size_t keep = (keep_bytes + kPage - 1) / kPage * kPage;
  if (keep < stack.bytes) madvise(stack.base, stack.bytes - keep, MADV_DONTNEED);
}

}  // namespace tidemill::platform
