// When the polling services were last run, by whom, and what that took: hints for who might poll
// next. Written by who runs them, so by one thread at a time; read by any.
//
// All of it is relaxed: it paces, and hands nothing over.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/poll/helper_pace.hpp"
#include "core/poll/lease.hpp"
#include "platform/cpu.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

class PollTimes {
 public:
  static constexpr std::uint64_t kDueUs = 20;  // busy workers poll this often, all together

  /// A pass begins.
  void begin(std::uint64_t now) noexcept {
    if (is_late(now)) [[unlikely]]
      late_.store(true, std::memory_order_relaxed);
  }
  /// It is over; `idle`: of the worker that ran it for lack of other work, if so.
  void end(std::uint64_t start, std::uint64_t now, const LeaseEntry* idle) noexcept {
    const std::uint64_t cost = pass_ticks();
    pass_ticks_.store(cost - cost / 8 + (now - start) / 8, std::memory_order_relaxed);
    last_.store(now, std::memory_order_relaxed);
    if (idle == nullptr) return;
    if (last_idle_.load(std::memory_order_relaxed) != idle) {
      other_idle_at_.store(last_idle_at_.load(std::memory_order_relaxed),
                           std::memory_order_relaxed);
      last_idle_.store(idle, std::memory_order_relaxed);
    }
    last_idle_at_.store(now, std::memory_order_relaxed);
  }

  std::uint64_t last() const noexcept { return last_.load(std::memory_order_relaxed); }
  /// What a pass costs, smoothed.
  std::uint64_t pass_ticks() const noexcept { return pass_ticks_.load(std::memory_order_relaxed); }
  /// Since the last pass. Signed: clocks of two cores may be read in another order than what
  /// happens there.
  std::int64_t passed(std::uint64_t now) const noexcept {
    return static_cast<std::int64_t>(now - last());
  }
  bool is_late(std::uint64_t now) const noexcept {
    return passed(now) >=
           static_cast<std::int64_t>(HelperPace::kLeastUs * platform::ticks_per_us());
  }
  /// Was a pass late since the last call?
  bool take_late() noexcept { return late_.exchange(false, std::memory_order_relaxed); }

  /// Was the last poll for lack of other work another worker's, and only just? Since then it may
  /// have found something, and polled between tasks: where it comes back to polls soon, it is the
  /// same.
  bool another_idle_polled(const LeaseEntry& self) const noexcept {
    const std::uint64_t at =
        (is_last(&self) ? other_idle_at_ : last_idle_at_).load(std::memory_order_relaxed);
    return static_cast<std::int64_t>(platform::ticks() - at) <
           static_cast<std::int64_t>(kDueUs * platform::ticks_per_us());
  }
  /// By one that is about to sleep: it isn't it any more. Else two that poll in turn would each
  /// leave it to the other, and both sleep.
  void forget_idle(const LeaseEntry& self) noexcept {
    (is_last(&self) ? last_idle_at_ : other_idle_at_).store(0, std::memory_order_relaxed);
  }

 private:
  bool is_last(const LeaseEntry* idle) const noexcept {
    return last_idle_.load(std::memory_order_relaxed) == idle;
  }

  std::atomic<std::uint64_t> last_{0};  // ticks
  // The last idle worker that polled, when it last did, and when another last did.
  std::atomic<const LeaseEntry*> last_idle_{nullptr};
  std::atomic<std::uint64_t> last_idle_at_{0};   // ticks
  std::atomic<std::uint64_t> other_idle_at_{0};  // ticks
  std::atomic<std::uint64_t> pass_ticks_{0};
  std::atomic<bool> late_{false};
};

inline PollTimes& poll_times() noexcept { return platform::ProcessWide<PollTimes>::get(); }

}  // namespace tidemill::core
