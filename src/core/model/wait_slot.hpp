// Meets one waiting task with the one event that wakes it; each arrives once, in any order.
//
//   empty -> done                        the event came first
//   empty -> suspended(fiber) -> done    the waiter's stack was left; the event resumes it
//   empty -> asleep(worker) -> done      the waiter sleeps in place, having nothing else to run;
//   asleep -> empty                      it woke for another reason and retracted that
//
// The completer's exchange takes whatever the waiter left and is its last touch of the slot: the
// waiter may return, and the slot be gone, right after.
#pragma once

#include <atomic>
#include <cstdint>

namespace tidemill::core {

class Worker;
struct Fiber;

class WaitSlot {
 public:
  /// Owner, while nobody else knows the slot for this cycle.
  void reset() noexcept { state_.store(kEmpty, std::memory_order_relaxed); }

  /// acquire: see what the completer did before complete().
  bool done() const noexcept { return state_.load(std::memory_order_acquire) == kDone; }

  /// Event's side, any thread, once a cycle.
  void complete() noexcept;

  /// Asks for the memory of a suspended waiter, if there is one: the event is to come, and its
  /// completer is the caller, so nobody else goes on with it.
  void prefetch_waiter() const noexcept;

  /// Waiter's side, from the next stack: `fiber` is saved. False: the event has come, the caller
  /// still owns the fiber. release: hands over the saved fiber; acquire: sees the event's data.
  bool publish(Fiber* fiber) noexcept {
    std::uintptr_t expected = kEmpty;
    return state_.compare_exchange_strong(expected, reinterpret_cast<std::uintptr_t>(fiber),
                                          std::memory_order_acq_rel);
  }

  /// Waiter's side, before it sleeps in place. False: the event has come.
  bool announce_sleep(Worker* worker) noexcept {
    std::uintptr_t expected = kEmpty;
    return state_.compare_exchange_strong(
        expected, reinterpret_cast<std::uintptr_t>(worker) | kAsleep, std::memory_order_acq_rel);
  }

  /// After the sleep. False: the event has come.
  bool retract_sleep() noexcept {
    std::uintptr_t state = state_.load(std::memory_order_acquire);
    return state != kDone &&
           state_.compare_exchange_strong(state, kEmpty, std::memory_order_acq_rel);
  }

 private:
  static constexpr std::uintptr_t kEmpty = 0, kDone = 1, kAsleep = 2;
  // Written by the waiter (publish, announce, retract) and the completer (exchange in complete()).
  std::atomic<std::uintptr_t> state_{kEmpty};
};

/// slot->complete() for each of `count` WaitSlots, none named twice.
void complete_each(void* const slots[], std::uint32_t count) noexcept;

}  // namespace tidemill::core
