// A lock for sections of a few dozen instructions that never suspend, allocate from the system or
// call out. Whoever waits longer than a moment gives the core away: the holder may be descheduled.
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
    return !locked_.load(std::memory_order_relaxed) &&  // a hint: the exchange decides
           !locked_.exchange(true, std::memory_order_acquire);
  }
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
