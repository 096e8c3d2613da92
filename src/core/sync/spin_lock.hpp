// A lock for short sections that never suspend: a few dozen instructions, now and then more where a
// container grows or a thief fences heavily. (The one around polling services, which is held while
// they run, is only tried for, but to change their list.) Whoever waits longer than a moment gives
// the core away: the holder may be descheduled.
#pragma once

#include <sched.h>

#include <atomic>

#include "platform/cpu.hpp"

namespace tidemill::core {

class SpinLock {
 public:
  void lock() noexcept {
    // acquire: see what the last holder wrote; pairs with the release in unlock().
    while (locked_.exchange(true, std::memory_order_acquire)) wait_slow();
  }
  bool try_lock() noexcept {
    return !locked_.load(std::memory_order_relaxed) &&          // a hint: the exchange decides
           !locked_.exchange(true, std::memory_order_acquire);  // as in lock()
  }
  /// release: to the next holder. Pairs with the exchanges above.
  void unlock() noexcept { locked_.store(false, std::memory_order_release); }

 private:
  [[gnu::noinline]] void wait_slow() noexcept {
    // relaxed: only waits for a good moment; the exchange in lock() orders.
    for (int i = 0; locked_.load(std::memory_order_relaxed); ++i) {
      if (i < 64)
        platform::pause();
      else
        sched_yield();
    }
  }
  std::atomic<bool> locked_{false};
};

}  // namespace tidemill::core
