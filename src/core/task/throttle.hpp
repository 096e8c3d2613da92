// Creators that are far ahead of their tasks are throttled: suspended where they create the next
// one, and not made to run it. Marks, moments and why: docs/mechanisms/tasks.md, "Throttling".
//
// A throttled creator stands in Team::throttled, under its lock; whoever takes it out of there
// completes its `wait` slot. It also stands in its worker's own list (Worker::throttled), from when
// the slot is armed until it goes on: it resumes on that worker, even if it is untied.
#pragma once

#include <cstdint>

#include "core/model/task.hpp"
#include "core/model/team.hpp"
#include "core/policy/immediate.hpp"

namespace tidemill::core {

/// A team of one that runs its tasks immediately, and waits for nothing outside, has no use for a
/// queue.
inline bool drains(const Team& team) noexcept {
  return team.immediate_mark == 0 && !team.any_outside();
}
/// The deque's size at which a creator goes on.
inline std::int64_t ready_low_mark(const Team& team) noexcept {
  return drains(team) ? 0 : team.ready_mark / 4;
}

inline std::int64_t high_water(const Team& team) noexcept { return high_water_of(team.size); }
inline std::int64_t low_water(const Team& team) noexcept { return high_water(team) * 3 / 4; }

/// After the current task has created a child. Suspends.
void throttle_current_slow();
inline void throttle_current(const Member& m, std::int64_t children) {
  const std::int64_t mark = m.team->ready_mark;
  // At the mark itself the next one may run immediately; with one more the creator is throttled.
  if (children > mark && (m.deque.size() > mark || children >= high_water(*m.team))) [[unlikely]]
    throttle_current_slow();
}

/// Has enough been done for a throttled creator? Its worker only, which owns its counts.
bool may_go_on(const Task& creator) noexcept;

/// The creator, whose `wait` slot is armed, is throttled from here on, on `w`.
void throttle(Worker& w, Task& creator);

/// Between two tasks of a worker with throttled creators: resumes one that may go on.
/// `its_turn`: whether it may or not.
void resume_own_creator(Worker& worker, bool its_turn) noexcept;

/// For a worker that finds nothing to run: lets one throttled creator of the team go on.
bool resume_any_creator(Team& team) noexcept;

/// How long a worker without work since `idle_since` still has to leave the team's throttled
/// creators alone, in us.
std::uint64_t look_ahead_due_us(const Team& team, std::uint64_t idle_since) noexcept;
/// The `idle_since` of a worker that has been idle for long enough: the creator goes on at once.
inline constexpr std::uint64_t kAtOnce = 0;

}  // namespace tidemill::core
