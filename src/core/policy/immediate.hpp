// May a new task run immediately, on a side stack on top of its creator, instead of being queued?
// A function of numbers; who asks has them at hand, and has made sure that it is *possible*: the
// task scheduling constraint allows the task, nothing it is part of is cancelled.
//
// It is worth it where the task would only wait for this very worker: in front of a queue that is
// full enough for everybody, and in a team of one. Priorities need tasks to choose from, so where
// they count a team of one fills its queue first, too.
#pragma once

#include <cstdint>
#include <limits>

namespace tidemill::core {

/// Of ready tasks in the creator's deque: some for every worker, and small descriptors that are
/// still in the first-level cache when they run. With more the creator is throttled.
constexpr int ready_mark_of(int team_size) noexcept { return 64 * (team_size > 1 ? team_size : 2); }
/// Of incomplete children, however many are ready: a wide front of a task graph.
constexpr int high_water_of(int team_size) noexcept { return 1024 + 128 * team_size; }

/// How a creator goes beyond the high water where nothing else is to be done: its mark is raised by
/// `batch` tasks, after what has begun outside, as a message, has had `patience_us` to come.
struct LookAhead {
  static constexpr int kLeast = 128, kMost = 1 << 20;
  static constexpr int kLeastUs = 20, kMostUs = 2000;
  int batch = kLeast;
  int patience_us = kLeastUs;
};
/// The next time, if the mark isn't low again before: more patient, so that a creator isn't as far
/// ahead as others are late; and in the end more at a time if `none_complete` of its tasks was
/// since the last time, as the message may need what it creates last.
constexpr LookAhead next_look_ahead(LookAhead last, bool none_complete) noexcept {
  if (last.patience_us < LookAhead::kMostUs) {
    const int us = 2 * last.patience_us;
    return {LookAhead::kLeast, us < LookAhead::kMostUs ? us : LookAhead::kMostUs};
  }
  if (!none_complete) return {LookAhead::kLeast, LookAhead::kMostUs};
  return {last.batch < LookAhead::kMost ? 2 * last.batch : last.batch, LookAhead::kMostUs};
}

/// Do `priority` clauses count (OMP_MAX_TASK_PRIORITY), or a policy's order likewise?
enum class Priorities : bool { none, count };

/// With so many ready tasks in the creator's deque the next one runs immediately.
constexpr int immediate_mark_of(int team_size, bool in_region, Priorities priorities) noexcept {
  const bool nobody_else = team_size == 1 && (!in_region || priorities == Priorities::none);
  return nobody_else ? 0 : ready_mark_of(team_size);
}

/// The mark of teams whose tasks keep to their threads' own stacks (TIDEMILL_STACKS=own).
inline constexpr int kNeverImmediate = std::numeric_limits<int>::max();

/// So many side calls may stand on each other: a recursion is worth a stack each that far.
inline constexpr int kMostSideCalls = 32;

/// What is known of a ready task at its creation.
struct NewTaskFacts {
  int immediate_mark = 0;
  std::int64_t ready = 0;             // in its creator's deque
  int side_calls = 0;                 // that its creator stands on
  bool something_goes_first = false;  // that resumes, or has a key
};

inline bool runs_immediately(const NewTaskFacts& task) noexcept {
  return task.ready >= task.immediate_mark && task.side_calls < kMostSideCalls &&
         !task.something_goes_first;
}

/// May it run without having its dependences entered, if it runs immediately and no sibling is
/// under way, for which it may have to wait? Where nobody else would take it.
inline bool enters_late(int immediate_mark) noexcept { return immediate_mark == 0; }

}  // namespace tidemill::core
