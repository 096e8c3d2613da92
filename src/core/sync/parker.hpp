// A worker's bed: park() sleeps until somebody calls unpark(), or the time is over. One sleeper
// (the owner), any number of wakers. A wake-up before the sleep is remembered, once.
#pragma once

#include <atomic>
#include <cstdint>

#include "platform/futex.hpp"

namespace tidemill::core {

class Parker {
 public:
  /// Owner only. May return early.
  void park(std::uint64_t timeout_ns = platform::kForever) noexcept {
    // acq_rel: acquire what the waker wrote before unpark() if it came first.
    if (word_.fetch_sub(1, std::memory_order_acq_rel) == kNotified) return;
    platform::futex_wait(word_, kParked, timeout_ns);
    word_.exchange(kAwake, std::memory_order_acq_rel);  // pairs with the exchange in unpark()
  }

  /// Any thread. Everything written before is visible to the owner after park().
  void unpark() noexcept {
    if (word_.exchange(kNotified, std::memory_order_acq_rel) == kParked)
      platform::futex_wake(word_, 1);
  }

 private:
  static constexpr std::uint32_t kAwake = 0, kNotified = 1, kParked = ~std::uint32_t{0};
  std::atomic<std::uint32_t> word_{kAwake};
};

}  // namespace tidemill::core
