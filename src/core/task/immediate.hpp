// Tasks that their creator runs immediately, on a side stack (task/side_stack.hpp), instead of
// enqueueing them: where nobody else would take them (policy/immediate.hpp). On the creator's own
// stack a task that waits would pin it; here the creator goes on first.
//
// Not if something goes before it (resumed tasks, those in the ordered queue, many that have given
// way), if the task scheduling constraint forbids it, above kMostSideCalls other side calls, or if
// it is the queue's turn: after kTurnUs of immediate tasks the next one is enqueued.
//
// Their dependences may be entered late, Task::enters_late (docs/mechanisms/tasks.md, "Dependences
// entered late").
#pragma once

#include <cstdint>
#include <span>

#include "core/model/task.hpp"
#include "core/model/worker.hpp"
#include "core/policy/immediate.hpp"
#include "core/policy/key.hpp"
#include "core/suspend/constraint.hpp"
#include "core/task/body.hpp"
#include "core/task/cancel.hpp"
#include "core/task/side_stack.hpp"

namespace tidemill::core {

/// Does anything forbid a child of the current task to begin?
inline bool is_forbidden(const Worker& w) noexcept {
  const Member& m = *w.member;
  if (m.inner != 0 || !may_call_on_side(w) || creates_cancelled(w)) return true;
  return !m.waiting.empty() && !meets_constraint(m.waiting, *w.task);
}

/// Was the current task begun by one that waits for it, right below it?
inline bool stands_on_waiter(const Worker& w) noexcept {
  const Fiber& fiber = *w.fiber;
  return fiber.depth > 1 || (fiber.below != nullptr && fiber.below_waits());
}
/// Does its creator stand below it, and would go on if it ended?
inline bool delays_creator(const Worker& w) noexcept {
  return stands_on_side(w) && !stands_on_waiter(w);
}
/// In the ordered queue, of what goes before a new task. Where nobody else takes tasks and somebody
/// waits for the creator, that isn't what was merely created before: it can't begin before the
/// creator ends.
inline bool something_goes_first(const Worker& w, const Member& m) noexcept {
  const std::uint64_t key = m.ordered.smallest();
  if (key == kNoKey) [[likely]]
    return false;
  return key < order_key(0, 0) || m.team->immediate_mark != 0 || !stands_on_waiter(w);
}

/// False: it is the queue's turn.
bool look_at_turn_slow(Worker& w) noexcept;

/// May a child of the current task, with `ready` tasks in the deque before it, begin now, on top of
/// it? Counts as if it did.
inline bool may_run_immediately(Worker& w, std::int64_t ready) noexcept {
  const Member& m = *w.member;
  if (!runs_immediately({.immediate_mark = m.team->immediate_mark,
                         .ready = ready,
                         .side_calls = side_calls(w),
                         .something_goes_first = w.inbox.maybe_nonempty() ||
                                                 something_goes_first(w, m) ||
                                                 w.yields.count >= Yields::kMany}) ||
      is_forbidden(w))
    return false;
  if (w.member->team->hungry()) [[unlikely]]
    share_new_tasks_slow(*w.member);
  ImmediateTasks& immediate = w.immediate;
  return --immediate.left != 0 || look_at_turn_slow(w);
}

/// The same of one that is ready.
inline bool may_run_immediately(Worker& w) noexcept {
  TaskDeque& deque = w.member->deque;
  // A look first that costs less: the deque holds no more than that.
  return deque.next_slot().at_most >= w.member->team->immediate_mark &&
         may_run_immediately(w, deque.look_at_size());
}

/// After the current task has been resumed, its child having come to wait.
void go_on_slow(Task* creator, Member* m);

/// Runs `task`, an enrolled child of the current one; as may_run_immediately() has allowed.
[[gnu::always_inline]] inline void run_immediately(Worker& w, Task* task) {
  Task* const creator = w.task;
  Member* const m = w.member;
  if (run_on_side_stack(w, *m, task, Parent::creates) == CallEnd::overtaken) [[unlikely]]
    go_on_slow(creator, m);
  else
    finish(w, task);
}

/// May the current task's next child, not enrolled yet, run without having its dependences entered?
/// `refused`: not immediately, either; it isn't to be asked again.
enum class LateEntry : std::uint8_t { no, yes, refused };
LateEntry may_enter_late(Worker& w) noexcept;
/// Runs it so, enrolled.
void run_unentered(Worker& w, Task* task, const std::span<const Dependence>& dependences);
/// Its dependences are entered after all: it outlives the call that runs it.
void enter_late(Worker& w, Task* task) noexcept;

/// The current task is throttled: so are the creators below `fiber`, on which it stands, as they
/// are in front of the same queue. A parent that waits may run what fills it.
void throttle_creators_below_slow(Worker& w, Fiber* fiber) noexcept;

}  // namespace tidemill::core
