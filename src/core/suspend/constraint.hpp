// The task scheduling constraint (OpenMP 5.2, 12.9): a worker with tied tasks suspended in native
// waits (taskwait, taskgroup; not barriers) begins only tied tasks that descend from all of them.
//
// A pause in MPI or a taskyield is outside the specification's waits and may let any task run, so
// the waiting tasks of a worker need not form a line of descent; then none of their descendants
// would descend from all. The rule is therefore: descend from some waiting task, and from every
// waiting task below that one. In programs without such pauses this is the specification's rule.
// A worker that this rule has left without work for a while (kConstrainedMostUs) ignores it as long
// as tasks of its team are paused or have only events from outside left, or a task of its own
// yields in vain: what they wait for may be a task that the rule forbids.
#pragma once

#include "core/model/lineage.hpp"
#include "core/model/team.hpp"

namespace tidemill::core {

/// None of the others that wait descends from `task`, which is one of them.
inline bool is_lowest_slow(const WaitingTasks& waiting, const Task* task) noexcept {
  for (const Task* other : waiting)
    if (other->depth > task->depth && is_descendant(other, task)) return false;
  return true;
}

/// The rule, of a task that may be any. Only the nearest of its ancestors that wait here matters:
/// no other waiting task may be below it.
inline bool meets_constraint(const WaitingTasks& waiting, const Task& task) noexcept {
  const Task* above = parent_in_team(task);
  const FollowsParents guard(waiting);
  if (waiting.are_line()) return is_descendant(above, waiting.newest());
  for (; above != nullptr; above = parent_in_team(*above))
    if (waiting.contains(above)) return is_lowest_slow(waiting, above);
  return false;
}

/// A task of this member comes to wait, or is put back. The worker's own.
inline bool descends_from_newest(const WaitingTasks& waiting, const Task& task) noexcept {
  if (waiting.empty()) return false;
  const FollowsParents guard(waiting);
  return is_descendant(&task, waiting.newest());
}
inline void add_waiting(WaitingTasks& waiting, Task* task) {
  waiting.add(task, descends_from_newest(waiting, *task));
}
inline void put_back_waiting(WaitingTasks& waiting, Task* task) {
  waiting.put_back(task, descends_from_newest(waiting, *task));
}

/// May this member's worker begin `task` now?
inline bool may_begin(const Member& m, const Task* task) noexcept {
  return m.waiting.empty() || task->untied || meets_constraint(m.waiting, *task) ||
         m.waiting.ignored();
}

/// The same as an argument of ReadySet::pop().
class ConstraintFilter final : public Filter {
 public:
  explicit ConstraintFilter(Member& member) noexcept : member_(member) {}
  bool allows(const Runnable& task) noexcept override {
    return may_begin(member_, static_cast<const Task*>(&task));
  }
  const void* allowed_by(const Runnable& item) const noexcept override {
    const auto& task = static_cast<const Task&>(item);
    return task.untied ? nullptr : static_cast<const Task*>(task.parent);
  }
  bool in_vain(int queue, std::uint64_t pushes) noexcept override {
    return member_.waiting.in_vain(queue, pushes);
  }
  void looked_in_vain(int queue, std::uint64_t pushes) noexcept override {
    member_.waiting.looked_in_vain(queue, pushes);
  }

 private:
  Member& member_;
};

/// Does anything bind the worker whose innermost member this is?
inline bool is_constrained(const Member* innermost) noexcept {
  for (const Member* m = innermost; m != nullptr; m = m->outer)
    if (!m->waiting.empty()) return true;
  return false;
}
/// How long a worker without work obeys the constraint before it ignores it.
inline constexpr std::uint64_t kConstrainedMostUs = 1000;
inline void ignore_constraint(Member* innermost, bool yes) noexcept {
  for (Member* m = innermost; m != nullptr; m = m->outer) m->waiting.ignore(yes);
}

}  // namespace tidemill::core
