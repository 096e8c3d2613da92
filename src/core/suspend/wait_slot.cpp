#include "core/model/wait_slot.hpp"

#include <algorithm>

#include "core/fiber/fiber.hpp"
#include "core/model/worker.hpp"
#include "core/suspend/dispatch.hpp"

namespace tidemill::core {

void WaitSlot::complete() noexcept {
  // release: what led to the event; acquire: the saved fiber. The last touch of the slot.
  const std::uintptr_t waiter = state_.exchange(kDone, std::memory_order_acq_rel);
  if (waiter == kEmpty || waiter == kDone) return;
  if ((waiter & kAsleep) != 0)
    reinterpret_cast<Worker*>(waiter & ~kAsleep)->parker.unpark();
  else
    make_resumable(reinterpret_cast<Fiber*>(waiter));
}

void WaitSlot::prefetch_waiter() const noexcept {
  // relaxed: nothing is read through it.
  const std::uintptr_t waiter = state_.load(std::memory_order_relaxed);
  if (waiter != kDone && (waiter & kAsleep) == 0) prefetch_head(reinterpret_cast<Fiber*>(waiter));
}

void complete_each(void* const slots[], std::uint32_t count) noexcept {
  // Each is gone once it is completed, those to come are not.
  constexpr std::uint32_t kAhead = 3;
  if (Worker* const here = current_worker_or_null()) here->polls.events_came = true;
  const auto slot = [&](std::uint32_t i) { return static_cast<WaitSlot*>(slots[i]); };
  for (std::uint32_t i = 0; i < std::min(kAhead, count); ++i) slot(i)->prefetch_waiter();
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i + kAhead < count) slot(i + kAhead)->prefetch_waiter();
    slot(i)->complete();
  }
}

}  // namespace tidemill::core
