#include "core/fiber/fiber.hpp"

#include <atomic>
#include <boost/context/detail/fcontext.hpp>

#include "core/fiber/switch.hpp"
#include "core/sched/worker.hpp"
#include "core/settings/adjustable.hpp"

namespace tidemill::core {

namespace {

void first_entry(boost::context::detail::transfer_t from) {
  finish_switch(from.fctx, from.data);
  current_worker().fiber->entry();
}

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
  return adjustable().stack_bytes.load(std::memory_order_relaxed);
}

Fiber* create_fiber(void (*entry)()) noexcept {
  auto* fiber = new Fiber;
  fiber->stack = platform::map_stack(fiber_stack_bytes());
  fiber->sanitized.bottom = fiber->stack.base;
  fiber->sanitized.bytes = fiber->stack.bytes;
  fiber->sanitized.create();
  fiber->entry = entry;
  fiber->unused = next_colour();
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
      stack_top(*fiber), fiber->stack.bytes - fiber->unused, first_entry);
}

void destroy_fiber(Fiber* fiber) noexcept {
  fiber->sanitized.destroy();
  if (fiber->stack.bytes != 0) platform::unmap_stack(fiber->stack);
  delete fiber;
}

}  // namespace tidemill::core
