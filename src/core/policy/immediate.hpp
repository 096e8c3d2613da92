// May a new task run immediately, on a side stack on top of its creator, instead of being queued?
// A function of numbers; who asks has them at hand, and has made sure that it is *possible*: a side
// stack is there, the task scheduling constraint allows the task, nothing it is part of is
// cancelled.
//
// It is worth it where the task would only wait for this very worker: in front of a queue that is
// full enough for everybody, and in a team of one; and where the task is so short that to hand it
// over costs more than to run it. It is wrong where the task is likely to wait (its creator is to
// go on then, which costs more than a queue), and where something else should go first.
#pragma once

#include <cstdint>

namespace tidemill::core {

/// What is known of a task at its creation, and of who creates it.
struct NewTaskFacts {
  int team_size = 1;
  bool in_region = true;              // false: it is created outside any parallel region
  bool has_key = false;               // it has dependences or a priority
  bool something_goes_first = false;  // that resumes, or has a key
  bool waited_lately = false;         // tasks run immediately lately came to wait
  int nesting = 0;                    // tasks that run immediately and this one's creator stands on
  std::int64_t ready = 0;             // in the worker's own deque
  std::int64_t siblings = 0;          // incomplete children of the creator
  std::uint64_t predicted_ns = 0;     // how long it will run; 0: not known
};

/// Of ready tasks in the producer's deque: some for every worker, and small descriptors that are
/// still in the first-level cache when they run.
constexpr int ready_mark_of(int team_size) noexcept { return 64 * (team_size > 1 ? team_size : 2); }
/// The same of a producer that has as many children, none of which came to wait. In a team of one
/// nobody else would take them, and one that runs immediately costs much less. A recursion's tasks
/// have few children each: the other mark holds for them.
constexpr int among_many_mark_of(int team_size) noexcept {
  return team_size > 1 ? ready_mark_of(team_size) : 32;
}
/// Of incomplete children, however many are ready: a wide front of a task graph.
constexpr int high_water_of(int team_size) noexcept { return 1024 + 128 * team_size; }
/// So many children are few.
constexpr int few_children_of(int team_size) noexcept {
  return team_size > 1 ? high_water_of(team_size) - 1 : among_many_mark_of(1);
}

inline constexpr int kMostNested = 8;  // a stack each, in a recursion
inline constexpr std::uint64_t kWorthQueueingNs =
    700;  // to enter and hand over a task costs as much

inline bool runs_immediately(const NewTaskFacts& task) noexcept {
  if (task.something_goes_first || task.nesting >= kMostNested) return false;
  if (task.has_key) {
    // With a sibling under way it may have to wait for that one. Those that are nested enter
    // nothing ahead of their creators.
    if (task.siblings != 0 || task.nesting != 0) return false;
    if (task.team_size == 1) return true;
    return task.predicted_ns != 0 && task.predicted_ns <= kWorthQueueingNs;
  }
  if (!task.in_region && task.team_size == 1 && task.nesting == 0) return true;
  const bool few = task.siblings <= few_children_of(task.team_size);
  const int mark = few || task.waited_lately ? ready_mark_of(task.team_size)
                                             : among_many_mark_of(task.team_size);
  return task.ready >= mark - 1;
}

}  // namespace tidemill::core
