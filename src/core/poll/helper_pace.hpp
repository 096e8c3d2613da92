// How often the polling helper looks whether the workers poll; each look takes a core away for a
// moment (docs/mechanisms/dispatch.md, "Polling").
//
// - While workers poll by themselves, it looks ever more rarely; as soon as one of them has been
//   late, or the helper finds that nobody has polled, it looks every millisecond again, and for
//   some looks whatever they find;
// - while nobody else does, it polls for them; late by a share of the time that this has lasted at
//   most, as the poller is.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tidemill::core {

class HelperPace {
 public:
  static constexpr std::uint64_t kLeastUs = 1'000;
  static constexpr std::uint64_t kMostCalmUs = 16'000, kMostBusyUs = 4'000;
  static constexpr std::uint64_t kShare = 16;
  static constexpr int kCalmLooks = 16;

  /// Until the next look.
  std::uint64_t us() const noexcept { return us_; }

  /// The workers poll, and no poll was late since the last look.
  void calm() noexcept {
    if (++calm_ > kCalmLooks) us_ = std::min(2 * us_, kMostCalmUs);
  }
  /// What it has found lately says nothing of what comes: a poll was late, there is a new service,
  /// or the lease is free after a long time.
  void attend() noexcept {
    calm_ = 0;
    us_ = kLeastUs;
  }
  /// None has polled for `since_us`.
  void alone(std::uint64_t since_us) noexcept {
    calm_ = 0;
    us_ = std::clamp(since_us / kShare, kLeastUs, kMostBusyUs);
  }

 private:
  std::uint64_t us_ = kLeastUs;
  int calm_ = 0;
};

}  // namespace tidemill::core
