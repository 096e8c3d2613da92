// The lock behind critical, omp_set_lock and GOMP_atomic: four bytes; a task that has to wait is
// suspended after a short spin, never its thread (the holder may be suspended in MPI).
//
// The word: a bit for held, and one for perhaps waited for. Waiters queue in a table of buckets
// hashed by the word's address. Unlock subtracts the first bit. If the second remains, nobody takes
// the lock until the unlocker has been to the bucket: it clears both and wakes the first waiter,
// which tries again: until a sleeper is awake, running tasks may have taken the lock and freed it
// many times. One that has been overtaken a few times is handed the lock instead, so none is for
// ever; but not where threads may be pinned (sched/dispatch.hpp), which try again and again in
// place.
//
// Lock writes "held" whatever there was, which is cheaper than to compare first. Free, the lock is
// the caller's. Held, nothing has changed. Held and waited for, the caller has cleared the second
// bit and sets it again at once, by the same means; should it find the lock free then, it owns it,
// and owes the waiters their wake-up. With the second bit alone, what it writes is overwritten by
// the unlocker on its way to the bucket.
//
// No wake-up is lost: with waiters queued and the second bit clear, there is one who has been woken
// or has cleared it, and has yet to try: taking the lock, queueing or in passing, he sets it, and
// the next unlock looks for waiters.
#pragma once

#include <atomic>
#include <cstdint>

namespace tidemill::core {

class TaskMutex {
 public:
  /// Suspends, unless the thread is pinned (sched/dispatch.hpp).
  void lock() {
    const std::uint32_t before = begin_lock();
    if (!is_locked(before)) finish_lock(before);
  }
  /// lock() in two steps, for callers with more to do on the likely path: unless the lock is the
  /// caller's after the first, the second has to follow, and suspends.
  std::uint32_t begin_lock() noexcept {
    // acquire: what the last holder did. Pairs with the release in unlock().
    return word_.exchange(kHeld, std::memory_order_acquire);
  }
  static bool is_locked(std::uint32_t before) noexcept { return before == kFree; }
  void finish_lock(std::uint32_t before) { wait_lock_slow(before); }
  bool try_lock() noexcept {
    std::uint32_t free = kFree;
    return word_.compare_exchange_strong(free, kHeld, std::memory_order_acquire);
  }
  void unlock() noexcept {
    if (word_.fetch_sub(kHeld, std::memory_order_release) != kHeld) unlock_slow();
  }

 private:
  static constexpr std::uint32_t kFree = 0, kHeld = 1, kWaited = 2;
  void wait_lock_slow(std::uint32_t before);
  void unlock_slow() noexcept;

  std::atomic<std::uint32_t> word_{kFree};
};
static_assert(sizeof(TaskMutex) == 4);  // omp_lock_t of GCC has no more room

}  // namespace tidemill::core
