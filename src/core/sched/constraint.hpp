// The task scheduling constraint (OpenMP 5.2, 12.9): a worker with tied tasks suspended in
// taskwait, taskgroup or taskyield (not barriers) begins only tied tasks that descend from all of
// them.
//
// A pause in MPI is outside the specification's waits and may let any task run, so the waiting
// tasks of a worker need not form a line of descent; then none of their descendants would descend
// from all. The rule is therefore: descend from some waiting task, and from every waiting task
// below that one. In programs without such pauses this is the specification's rule.
//
// A task that yields again and again in quick succession spins on what another is to do, which may
// have yet to begin, and on this very thread. Where the rule held for it, too, it could spin for
// ever, as it does on other runtimes: it constrains nobody any more.
#pragma once

#include "core/sched/worker.hpp"
#include "core/team/team.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

/// None of the others that wait descends from `task`, which is one of them.
inline bool is_lowest(const WaitingTasks& waiting, const Task* task) noexcept {
  for (const Task* other : waiting)
    if (other->depth > task->depth && is_descendant(other, task)) return false;
  return true;
}

/// So it is the first of its ancestors that waits here that matters: no other may wait below.
inline bool meets_constraint_slow(const Member& m, const Task& task) noexcept {
  for (const Task* above = task.parent; above != nullptr; above = above->parent)
    if (m.waiting.contains(above)) return is_lowest(m.waiting, above);
  return false;
}

/// May this member's worker begin `task` now?
inline bool may_begin(const Member& m, const Task* task) noexcept {
  return m.waiting.empty() || task->untied ||
         (task->parent == m.waiting.newest() && is_lowest(m.waiting, task->parent)) ||
         meets_constraint_slow(m, *task);
}

/// The same for a queue's entry. Fibers have begun long ago; and a worker inside a nested region
/// begins nothing new of the outer one.
inline bool may_begin(const Member& m, const Runnable* item) noexcept {
  if (item->kind == Runnable::Kind::fiber) return true;
  return m.inner == 0 && may_begin(m, static_cast<const Task*>(item));
}

/// At a taskyield of the worker's tied task: does it spin?
inline bool spins_around_taskyield(Worker& w) noexcept {
  constexpr std::uint64_t kQuickUs = 20;
  constexpr unsigned kYields = 100, kYieldsOfOthers = 4;  // where tasks have spun before
  Task& task = *w.task;
  const std::uint64_t now = platform::ticks();
  const bool quick = now - w.yielded_at < kQuickUs * platform::ticks_per_us();
  w.yielded_at = now;
  if (!quick) {
    if (task.yields != 0) task.yields = 0;
    return false;
  }
  task.has_more = true;  // its descriptor isn't as new any more
  if (task.yields < (w.has_spinners ? kYieldsOfOthers : kYields)) {
    ++task.yields;
    return false;
  }
  w.has_spinners = true;
  return true;
}

}  // namespace tidemill::core
