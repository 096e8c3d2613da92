#include "core/fiber/fiber.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <boost/context/detail/fcontext.hpp>

#include "core/settings/settings.hpp"

namespace tidemill::core {

namespace {

/// Bytes to leave unused at the top of the next stack. Stacks are page-aligned, so that without it
/// the warm ends of a thousand suspended tasks would share a few sets of every cache. Multiples of
/// the golden ratio are spread evenly whatever the pages' own stride is: the n-th stack often lies
/// on the n-th of consecutive pages, and a short period would meet that of the cache's sets.
std::size_t next_colour() noexcept {
  constexpr std::uint32_t kGolden = 0x9e3779b9;  // 2^32 times it
  constexpr int kLines = 6;                      // bits: 64 lines, a page
  static std::atomic<std::uint32_t> made{0};     // relaxed: any spread will do
  return std::size_t{made.fetch_add(1, std::memory_order_relaxed) * kGolden >> (32 - kLines)} * 64;
}

}  // namespace

std::size_t fiber_stack_bytes() noexcept {
  const std::size_t called = called_stack_bytes.load(std::memory_order_relaxed);
  return called != 0 ? called : settings().stack_bytes;
}

std::size_t initial_stack_bytes() noexcept {
  // What stands for no limit: more than tasks use, and of 47 bits of address space so little that a
  // hundred thousand tasks of the initial thread may be suspended. Larger stacks would each need a
  // second page for their page tables.
  constexpr std::size_t kUnlimited = std::size_t{256} << 20;
  rlimit limit{};
  const bool limited = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  const std::size_t own = limited ? static_cast<std::size_t>(limit.rlim_cur) : kUnlimited;
  return std::max(fiber_stack_bytes(), std::min(own, kMostStackBytes));
}

Fiber* create_fiber(FiberEntry entry, StackSize size) noexcept {
  platform::StackMemory stack;
  if (size == StackSize::initial) stack = platform::try_map_stack(initial_stack_bytes());
  if (stack.base == nullptr) stack = platform::map_stack(fiber_stack_bytes());
  auto* fiber = new Fiber;
  fiber->stack_size = size;
  fiber->stack = stack;
  fiber->sanitized.create(fiber->stack.base, fiber->stack.bytes);
  fiber->entry = entry;
  fiber->top = static_cast<char*>(fiber->stack.top()) - next_colour();
  refill_fiber_slow(fiber);
  return fiber;
}

void hollow_fiber(Fiber* fiber) noexcept {
  if (platform::kSanitized) return;  // what a sanitizer knows of the frames can't be taken back
  platform::trim_stack(fiber->stack, 0);
  fiber->context = nullptr;
}

void refill_fiber_slow(Fiber* fiber) noexcept {
  fiber->context = boost::context::detail::make_fcontext(
      fiber->top,
      static_cast<std::size_t>(static_cast<char*>(fiber->top) -
                               static_cast<char*>(fiber->stack.base)),
      fiber->entry);
}

void destroy_fiber(Fiber* fiber) noexcept {
  fiber->sanitized.destroy();
  if (fiber->stack.bytes != 0) platform::unmap_stack(fiber->stack);
  delete fiber;
}

}  // namespace tidemill::core
