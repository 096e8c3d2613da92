// A worker's bed: park() sleeps until somebody calls unpark(), or the time is over. One sleeper
// (the owner), any number of wakers. A wake-up before the sleep is remembered, once.
//
// How many workers are awake is counted here: one less when the owner parks, one more by whoever
// ends that, so that a sleeper counts from its wake-up on, before it has a core.
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
    count(-1);  // a waker's count(1) may come before it: it is a sum
    platform::futex_wait(word_, kParked, timeout_ns);
    // Pairs with the exchange in unpark(): one of the two sees that it ends the sleep.
    if (word_.exchange(kAwake, std::memory_order_acq_rel) == kParked) count(1);
  }

  /// Any thread. Everything written before is visible to the owner after park().
  void unpark() noexcept {
    if (word_.exchange(kNotified, std::memory_order_acq_rel) != kParked) return;
    count(1);
    note_woken();
    platform::futex_wake(word_, 1);
  }

  /// Threads that are workers and don't sleep here, of the whole process; who is blocked elsewhere,
  /// in a system call of the program's, counts too. A hint.
  static int awake() noexcept { return awake_.load(std::memory_order_relaxed); }
  /// Sleepers that the calling thread has woken so far.
  static std::uint32_t woken_by_this_thread() noexcept;
  /// So many threads more have become workers, or less.
  static void count(int threads) noexcept {
    awake_.fetch_add(threads, std::memory_order_relaxed);  // a hint: hands nothing over
  }
  /// In a forked child, in which so many of them are left.
  static void start_over(int threads) noexcept { awake_.store(threads, std::memory_order_relaxed); }

 private:
  static constexpr std::uint32_t kAwake = 0, kNotified = 1, kParked = ~std::uint32_t{0};
  static void note_woken() noexcept;
  alignas(64) static inline std::atomic<int> awake_{0};  // what lies beside it is read all the time
  std::atomic<std::uint32_t> word_{kAwake};
};

}  // namespace tidemill::core
