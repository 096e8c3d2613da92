// Where one thread's time goes. Pure: every time is told.
//
// States, and what each adds to:
//
//   in a body                                             in-task
//   outside, a task that only this thread may run is ready    overhead
//   outside, else                          as its team's clocks say: overhead while a task of the
//                                          team is ready, idle while none is
//   outside, in no team                                   idle
//
// A change of state settles the time since the last one. Both parts of the time outside are
// measured, by the team's two clocks; none is what the other leaves.
#pragma once

#include <cstdint>

#include "core/trace/clocks.hpp"

namespace tidemill::core::trace {

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
