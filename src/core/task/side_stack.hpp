// Tasks that run on top of their parent, and yet on a stack of their own: by a side call
// (suspend/side_call.hpp), on a dispatch fiber of the worker kept for that. Which tasks do:
// docs/mechanisms/tasks.md, "On a side stack".
//
//   parent ── side call ──> task ── returns ──> parent
//                            │
//                            └ before it waits: let_parent_go_on() ──> the parent is resumed by its
//                              worker as any fiber
//                               └ the task ends ──> dispatch loop, for good
//
// Such calls may stand on each other: then only the one right below goes on, and is the side call
// of the next one below as before.
//
// Owners: all of this is the worker's own, from end to end on one thread. The parent is resumed on
// its worker only. Its fiber is handed over only after its registers lie on its stack: side_call()
// has stored them before the task began. An untied task that has parted from its parent goes on
// anywhere from its next suspension on.
//
// Not while the parent handles an exception, as the C++ runtime's state of it belongs to the
// thread; nor while it holds a lock, as the worker's count of these is the side stack's, too, and a
// child in place would keep it from freeing them. Nor may the child be of what has been cancelled,
// as nobody asks once more before its body runs: that is for the caller to see to.
#pragma once

#include "core/model/task.hpp"
#include "core/model/worker.hpp"
#include "core/suspend/side_call.hpp"
#include "core/task/body.hpp"

namespace tidemill::core {

inline bool may_call_on_side(const Worker& w) noexcept {
  return kSideCalls && w.exceptions[0] == nullptr && w.exceptions[1] == nullptr &&
         w.locks_held == 0;
}

/// Does the current task stand on a side call, and on how many?
inline bool stands_on_side(const Worker& w) noexcept { return w.fiber->below != nullptr; }
inline int side_calls(const Worker& w) noexcept {
  return stands_on_side(w) ? w.fiber->side_calls() : 0;
}

/// What the parent does meanwhile.
enum class Parent : bool { creates, waits };

Fiber* make_side_stack_slow(Worker& w) noexcept;
void drop_side_stack_slow(Worker& w, Fiber* side) noexcept;

/// One of those at hand, and back.
inline Fiber* take_side_stack(Worker& w) noexcept {
  SideStacks& stacks = w.memory.side_stacks;
  Fiber* const side = stacks.first;
  if (side == nullptr) [[unlikely]]
    return make_side_stack_slow(w);
  stacks.first = static_cast<Fiber*>(side->next);
  --stacks.count;
  return side;
}
inline void keep_side_stack(Worker& w, Fiber* side) noexcept {
  SideStacks& stacks = w.memory.side_stacks;
  if (stacks.count == SideStacks::kMost) [[unlikely]]
    return drop_side_stack_slow(w, side);
  side->next = stacks.first;
  stacks.first = side;
  ++stacks.count;
}

/// Runs the body of `task`, a task of `m`'s team, if may_call_on_side(); the caller finishes it.
/// CallEnd::overtaken: the task goes on by itself, and nothing is left to do about it; the current
/// task has been resumed since.
[[gnu::always_inline]] inline CallEnd run_on_side_stack(Worker& w, Member& m, Task* task,
                                                        Parent parent) {
  Fiber* const own = w.fiber;
  Fiber* const side = take_side_stack(w);
  const int calls = own->below == nullptr ? 1 : own->side_calls() + 1;
  side->side_call =
      static_cast<std::uint8_t>(calls | (parent == Parent::waits ? Fiber::kBelowWaits : 0));
  side->below = own;
  side->called = task;
  w.fiber = side;
  const trace::From from = parent == Parent::creates ? trace::From::caller : trace::From::ready_set;
  const Current below = begin_body(w, m, task, from);
  // As in suspend(), of the creator, should it be overtaken.
  Modes own_modes;
  bool changed = false;
  if (!below.task->implicit) [[unlikely]] {
    own_modes = current_modes();
    changed = !(own_modes == w.modes);
  }
  if (side_call(task->data, task->body, side->top) == CallEnd::overtaken) [[unlikely]] {
    w.task = below.task;
    w.member = below.member;
    read_modes(w.modes);
    if (changed) set_modes(own_modes);
    return CallEnd::overtaken;
  }
  end_body(w, below, from);
  w.fiber = own;
  keep_side_stack(w, side);
  return CallEnd::returned;
}

/// The same of a child of the current task, which waits for it; and its end, as
/// finish_before_next(). False: it goes on by itself.
bool run_on_side_of_waiter(Worker& w, Member& m, Task* task);

/// Parts `side` from the one whose side call it runs, who may be resumed from now on.
Fiber* part(Worker& w, Fiber* side) noexcept;

/// Does somebody wait below `fiber` for a task that stands on a side call?
inline bool stands_above_waiting(const Fiber& fiber) noexcept {
  for (const Fiber* f = &fiber; f->below != nullptr; f = f->below)
    if (f->below_waits()) return true;
  return false;
}

/// The one below `fiber`, which stands on a side call, is the next that the worker resumes.
void let_parent_go_on_slow(Worker& w, Fiber* fiber) noexcept;
/// The current task is about to wait or to give way.
inline void let_parent_go_on(Worker& w) noexcept {
  if (stands_on_side(w)) [[unlikely]]
    let_parent_go_on_slow(w, w.fiber);
}

/// The worker ends, or gives its stacks back.
void drop_side_stacks(Worker& w) noexcept;

}  // namespace tidemill::core
