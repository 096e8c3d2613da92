// A lock for short sections that never suspend: a few dozen instructions, now and then more where a
// container grows or a thief fences heavily. (The one around polling services, which is held while
// they run, is only tried for, but to change their list.) Whoever waits longer than a moment gives
// the core away: the owner may be descheduled.
#pragma once

#include <atomic>

#include "core/sync/backoff.hpp"

namespace tidemill::core {

class SpinLock {
 public:
  void lock() noexcept {
    // acquire: see what the last owner wrote; pairs with the release in unlock().
    while (locked_.exchange(true, std::memory_order_acquire)) wait_slow();
  }
  bool try_lock() noexcept {
    return !locked_.load(std::memory_order_relaxed) &&          // a hint: the exchange decides
           !locked_.exchange(true, std::memory_order_acquire);  // as in lock()
  }
  /// release: to the next owner. Pairs with the exchanges above.
  void unlock() noexcept { locked_.store(false, std::memory_order_release); }

 private:
  [[gnu::noinline]] void wait_slow() noexcept {
    // relaxed: only waits for a good moment; the exchange in lock() orders.
    Backoff backoff(patience::kSpinLock);
    while (locked_.load(std::memory_order_relaxed)) backoff.step();
  }
  std::atomic<bool> locked_{false};
};

}  // namespace tidemill::core
