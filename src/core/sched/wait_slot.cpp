#include "core/sched/wait_slot.hpp"

#include "core/fiber/fiber.hpp"
#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"

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

}  // namespace tidemill::core
