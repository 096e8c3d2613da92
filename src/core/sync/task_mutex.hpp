// The lock behind critical, omp_set_lock and GOMP_atomic: four bytes; a task that has to wait is
// suspended after a short spin, never its thread (the holder may be suspended in MPI).
//
// The word: a bit for held, and one for perhaps waited for. Waiters queue in a table of buckets
// hashed by the word's address. Unlock subtracts the first bit. If the second remains, nobody takes
// the lock until the unlocker has been to the bucket: it clears both and wakes the first waiter,
// which tries again: until a sleeper is awake, running tasks may have taken the lock and freed it
// many times. One that has been overtaken a few times is handed the lock instead, so none is for
// ever.
//
// No wake-up is lost: with waiters queued and the second bit clear, one of them has been woken and
// has yet to try; taking the lock or queueing again, it sets the bit under the bucket's lock, and
// the next unlock looks for waiters.
#pragma once

#include <atomic>
#include <cstdint>

namespace tidemill::core {

class TaskMutex {
 public:
  /// Suspends.
  void lock() {
    // acquire: what the last holder did. Pairs with the release in unlock().
    std::uint32_t free = kFree;
    if (!word_.compare_exchange_strong(free, kHeld, std::memory_order_acquire)) wait_lock_slow();
  }
  bool try_lock() noexcept {
    std::uint32_t free = kFree;
    return word_.compare_exchange_strong(free, kHeld, std::memory_order_acquire);
  }
  void unlock() noexcept {
    if (word_.fetch_sub(kHeld, std::memory_order_release) != kHeld) unlock_slow();
  }

 private:
  static constexpr std::uint32_t kFree = 0, kHeld = 1, kWaited = 2;
  void wait_lock_slow();
  void unlock_slow() noexcept;

  std::atomic<std::uint32_t> word_{kFree};
};
static_assert(sizeof(TaskMutex) == 4);  // omp_lock_t of GCC has no more room

}  // namespace tidemill::core
