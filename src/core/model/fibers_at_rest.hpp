// Dispatch fibers at rest. A thousand of them are in no near cache, so where each stands is told
// beside it: lists are gone through, and the next stack asked for, without a look into any fiber.
#pragma once

#include <array>
#include <cstddef>

#include "core/fiber/fiber.hpp"

namespace tidemill::core {

struct FiberAtRest {
  Fiber* fiber = nullptr;
  void* context = nullptr;  // fiber->context, to ask for what lies there; perhaps nullptr
};

/// Those that a worker keeps for itself, of one size; the newest are taken first. More come from
/// the FiberPool, and the oldest go there.
class FibersAtRest {
 public:
  Fiber* take() noexcept {
    if (count_ == 0) [[unlikely]]
      return take_slow();
    Fiber* const taken = kept_[--count_].fiber;
    ask_for_next();
    refill_fiber(taken);
    return taken;
  }
  void keep(Fiber* fiber) noexcept {
    if (fiber->stack_size != size_) [[unlikely]]
      return give_other_slow(fiber);
    kept_[count_++] = {fiber, fiber->context};
    if (count_ == kept_.size()) [[unlikely]]
      give_oldest_slow();
  }
  void give_all() noexcept;
  /// While there are none.
  void keep_only(StackSize size) noexcept { size_ = size; }

 private:
  static constexpr std::size_t kMost = 32;   // at rest here
  static constexpr std::size_t kMoved = 16;  // at a time, to and from the pool

  Fiber* take_slow() noexcept;
  void give_oldest_slow() noexcept;
  void give_other_slow(Fiber* fiber) noexcept;
  void ask_for_next() const noexcept {
    if (count_ == 0) return;
    const FiberAtRest& next = kept_[count_ - 1];
    prefetch_head(next.fiber);
    prefetch_rested(next.context);
  }

  std::array<FiberAtRest, kMost + 1> kept_;  // newest last
  std::size_t count_ = 0;
  StackSize size_ = StackSize::usual;
};

}  // namespace tidemill::core
