// Where one thread's time goes (docs/mechanisms/trace.md, "The account"): a change of its state
// settles the time since the last one. Pure: every time is told.
#pragma once

#include <atomic>
#include <cstdint>

namespace tidemill::core::trace {

/// Time during which something holds: a clock that is opened and closed by many threads without a
/// lock. Its value at `t` is the sum of the times at which it was closed less those at which it was
/// opened, and `t` once more for each that is still open. So it doesn't matter in which order
/// threads come to add: one that closes may come before the one that opened. Both the sum and how
/// many are open lie in one word, the number in the highest eight bits.
///
/// Times are ticks since the account began: below 2^54, which is more than 50 days.
class OpenTime {
 public:
  constexpr explicit OpenTime(bool open = false) noexcept : word_(open ? kOne : 0) {}

  // relaxed, all: the sum alone is of interest, and what it is about is counted elsewhere.
  void open(std::int64_t t) noexcept { word_.fetch_add(kOne - t, std::memory_order_relaxed); }
  void close(std::int64_t t) noexcept { word_.fetch_add(t - kOne, std::memory_order_relaxed); }
  std::int64_t at(std::int64_t t) const noexcept {
    const std::int64_t word = word_.load(std::memory_order_relaxed);
    const std::int64_t open = (word + kOne / 2) >> kSumBits;  // rounded: the sum may be negative
    return word - open * kOne + open * t;
  }

 private:
  static constexpr int kSumBits = 56;
  static constexpr std::int64_t kOne = std::int64_t{1} << kSumBits;
  std::atomic<std::int64_t> word_;
};

/// How long a team has had ready tasks, and how long none. Two clocks, each by its own openings and
/// closings.
class alignas(64) TeamAccount {
 public:
  /// A task is ready: before anybody can take it.
  void add(std::int64_t now) noexcept {
    // relaxed: who takes one off was handed the task by other means after it was added.
    if (ready_tasks_.fetch_add(1, std::memory_order_relaxed) != 0) return;
    some_.open(now);
    none_.close(now);
  }
  /// It begins, or goes on.
  void remove(std::int64_t now) noexcept {
    if (ready_tasks_.fetch_sub(1, std::memory_order_relaxed) != 1) return;
    some_.close(now);
    none_.open(now);
  }
  std::int64_t some_ready(std::int64_t now) const noexcept { return some_.at(now); }
  std::int64_t none_ready(std::int64_t now) const noexcept { return none_.at(now); }
  std::int64_t ready_tasks() const noexcept { return ready_tasks_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::int64_t> ready_tasks_{0};
  // On a line of their own: they change only when the last ready task goes or the first one comes.
  alignas(64) OpenTime some_;
  OpenTime none_{true};
};

/// In ticks.
struct Times {
  std::int64_t in_task = 0;
  std::int64_t idle = 0;
  std::int64_t overhead = 0;
};

/// Not locked: the caller sees to that.
class ThreadState {
 public:
  /// Counts from then on, first as idle.
  explicit ThreadState(std::int64_t now = 0) noexcept : since_(now) {}

  void enter_body(std::int64_t now) noexcept {
    settle(now);
    in_body_ = true;
  }
  void leave_body(std::int64_t now) noexcept {
    settle(now);
    in_body_ = false;
  }
  /// Whose ready tasks the thread may run from now on.
  void stand_in(const TeamAccount* team, std::int64_t now) noexcept {
    if (team == team_) return;
    settle(now);
    team_ = team;
    some_since_ = team != nullptr ? team->some_ready(now) : 0;
    none_since_ = team != nullptr ? team->none_ready(now) : 0;
  }
  /// One more ready task that no other thread may run, or one less.
  void add_own(std::int64_t now) noexcept {
    if (own_ == 0) settle(now);
    ++own_;
  }
  void remove_own(std::int64_t now) noexcept {
    if (own_ == 1) settle(now);
    --own_;
  }
  void count_task() noexcept { ++tasks_; }

  const Times& settle(std::int64_t now) noexcept {
    // Read once: what is added now is what isn't later, even if a clock is late.
    const std::int64_t some = team_ != nullptr ? team_->some_ready(now) : 0;
    const std::int64_t none = team_ != nullptr ? team_->none_ready(now) : 0;
    if (in_body_) {
      times_.in_task += now - since_;
    } else if (own_ > 0) {
      times_.overhead += now - since_;
    } else if (team_ == nullptr) {
      times_.idle += now - since_;
    } else {
      times_.overhead += some - some_since_;
      times_.idle += none - none_since_;
    }
    since_ = now;
    some_since_ = some;
    none_since_ = none;
    return times_;
  }
  std::uint64_t tasks() const noexcept { return tasks_; }

 private:
  Times times_;
  std::int64_t since_;
  const TeamAccount* team_ = nullptr;
  std::int64_t some_since_ = 0;  // its clocks at since_
  std::int64_t none_since_ = 0;
  std::int64_t own_ = 0;
  std::uint64_t tasks_ = 0;
  bool in_body_ = false;
};

}  // namespace tidemill::core::trace
