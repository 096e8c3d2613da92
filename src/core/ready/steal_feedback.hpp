// Steal feedback: whether others' deques are worth a thief's while, by what it has stolen so far
// (docs/mechanisms/dispatch.md, on very short tasks and on long ones).
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/fiber/runnable.hpp"
#include "core/ready/deque.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

/// A worker's own.
class StealFeedback {
 public:
  /// The worker has nothing to run: may it steal from deques? False while it leaves them alone.
  bool worth_a_look(std::uint64_t now) noexcept {
    if (taken_at_ != 0) settle(now);
    if (now >= until_) return true;
    if (now - seen_at_ < kSeenUs * platform::ticks_per_us()) return false;
    const std::uint64_t seen = victim_->progress();
    const bool stuck = seen == seen_ && victim_->maybe_nonempty();
    seen_ = seen;
    seen_at_ = now;
    if (stuck) until_ = 0;
    return stuck;
  }
  bool leaving(std::uint64_t now) const noexcept { return now < until_; }

  /// How many to take at once.
  std::int64_t most() const noexcept { return pause_us_ == 0 ? kMost : kTrial; }

  /// `count` tasks, by `now`, after a look that began at `from`.
  void took(Deque<Runnable>& victim, std::int64_t count, std::uint64_t from,
            std::uint64_t now) noexcept {
    theft_ += std::min(now - from, ticks(1, kMostTheftNs));
    ++thefts_;
    victim_ = &victim;
    taken_at_ = now;
    taken_ = count;
  }

 private:
  static constexpr std::int64_t kMost = 32, kTrial = 8;
  static constexpr std::uint64_t kWorthNs = 200, kLongNs = 2000;
  static constexpr std::uint64_t kWorthThefts = 5, kWorthTheftsEach = 2;
  static constexpr std::uint64_t kMostTheftNs = 1000;  // or something else has come in between
  static constexpr std::uint64_t kLeastUs = 20, kMostUs = 80;
  static constexpr std::uint64_t kSeenUs = 4;

  /// In ticks.
  static std::uint64_t ticks(std::int64_t count, std::uint64_t ns_each) noexcept {
    return static_cast<std::uint64_t>(count) * ns_each * platform::ticks_per_us() / 1000;
  }

  /// It is through with what it took; once that was enough to tell, it judges.
  void settle(std::uint64_t now) noexcept {
    const std::uint64_t spent = now - taken_at_;
    taken_at_ = 0;
    if (spent >= ticks(taken_, kLongNs)) victim_->share_singles(true);
    spent_ += spent;
    count_ += taken_;
    if (count_ < kTrial) return;
    const std::uint64_t least = std::max(kWorthTheftsEach * (theft_ / thefts_), ticks(1, kWorthNs));
    const bool worth =
        spent_ >= static_cast<std::uint64_t>(count_) * least && spent_ >= kWorthThefts * theft_;
    if (!worth) victim_->share_singles(false);
    pause_us_ = worth ? 0 : std::clamp(2 * pause_us_, kLeastUs, kMostUs);
    until_ = pause_us_ == 0 ? 0 : now + pause_us_ * platform::ticks_per_us();
    seen_ = victim_->progress();
    seen_at_ = now;
    count_ = 0;
    spent_ = theft_ = thefts_ = 0;
  }

  Deque<Runnable>* victim_ = nullptr;  // the last one; its member's team is never freed
  std::uint64_t taken_at_ = 0;         // ticks; 0: it has nothing stolen in hand
  std::int64_t taken_ = 0;             // then
  std::uint64_t spent_ = 0;            // ticks, with `count_` tasks
  std::uint64_t theft_ = 0;            // ticks, to get hold of them
  std::uint64_t thefts_ = 0;           // by so many
  std::int64_t count_ = 0;
  std::uint64_t until_ = 0;  // it leaves deques alone
  std::uint64_t pause_us_ = 0;
  std::uint64_t seen_ = 0;  // the victim's progress, then
  std::uint64_t seen_at_ = 0;
};

}  // namespace tidemill::core
