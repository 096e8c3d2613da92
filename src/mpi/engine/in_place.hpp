// A word one thread waits for in place and another sets once: for calls made by another thread, and
// for blocking calls of threads that are not task-aware.
#pragma once

#include <atomic>
#include <cstdint>

namespace tidemill::mpi {

class InPlaceFlag {
 public:
  /// acquire: sees what the setter did before; pairs with the release in set().
  bool is_set() const noexcept { return word_.load(std::memory_order_acquire) == kSet; }

  /// Once, by any thread. The flag may be gone right after the exchange: the wake-up that follows
  /// names its address only, and at worst wakes somebody who looks again.
  void set() noexcept {
    // release: hands over the results; acquire isn't needed. Pairs with is_set() and wait().
    if (word_.exchange(kSet, std::memory_order_acq_rel) == kAsleep) wake_slow();
  }

  /// Looks a moment, offers the core some times, then sleeps until set.
  void wait() noexcept;

  /// Sleeps until set, at most `timeout_ns`.
  void sleep(std::uint64_t timeout_ns) noexcept;

 private:
  static constexpr std::uint32_t kWaiting = 0, kAsleep = 1, kSet = 2;
  void wake_slow() noexcept;
  std::atomic<std::uint32_t> word_{kWaiting};  ///< waiter: waiting <-> asleep; setter: set, last
};

}  // namespace tidemill::mpi
