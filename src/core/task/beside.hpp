// Tasks that run on top of their parent, and yet beside it: by a side call (fiber/side_call.hpp),
// on a dispatch fiber of the worker kept for that. If the task ends in one go, that was a call.
// Where it comes to wait, or gives way, its parent goes on first, and the stack is the task's own:
//
//   parent ── side call ──> task ── returns ──> parent
//                            │
//                            └ before it waits: let_parent_go_on() ──> the parent is resumed by its
//                              worker as any fiber
//                               └ the task ends ──> dispatch loop, for good
//
// The parent is a crowded producer (task/at_once.hpp), or waits for its children, untied ones among
// them: on the parent's stack they would be bound to it. Such calls may stand on each other, a
// parent being on a side stack itself: then only the one right below goes on, and is the side call
// of the next one below as before. One such stack the worker has only once (AtOnce::side): while
// who stands on it is in the strict queue, nothing runs at once; nor is he ever put aside there.
//
// Owners: all of this is the worker's own, from end to end on one thread. The parent is resumed on
// its worker only. Its fiber is handed over to the strict queue, or to the slot a put-aside
// producer waits in, only after its registers lie on its stack: side_call() has stored them before
// the task began. An untied task that has parted from its parent goes on anywhere from its next
// suspension on.
//
// Not while the parent handles an exception, as the C++ runtime's state of it belongs to the
// thread; nor while it holds a lock, as the worker's count of these is the side stack's, too, and a
// child in place would keep it from freeing them. Nor may the child be of what has been cancelled,
// as nobody asks once more before its body runs: that is for the caller to see to.
#pragma once

#include "core/fiber/side_call.hpp"
#include "core/sched/worker.hpp"
#include "core/task/task.hpp"

namespace tidemill::core {

inline bool may_call_on_side(const Worker& w) noexcept {
  return kSideCalls && w.exceptions[0] == nullptr && w.exceptions[1] == nullptr &&
         w.locks_held == 0;
}

/// A stack for it.
enum class Below : bool { produces, waits };
Fiber* make_side_stack_slow(Worker& w, Below below) noexcept;
/// One that isn't needed any more is a dispatch fiber as any.
void drop_side_stack_slow(Worker& w, Fiber* side) noexcept;

/// One of those at hand, and back.
inline Fiber* take_side_stack(Worker& w, Below below) noexcept {
  AtOnce& a = w.at_once;
  Fiber* const side = a.sides;
  if (side == nullptr) [[unlikely]]
    return make_side_stack_slow(w, below);
  a.sides = static_cast<Fiber*>(side->next);
  --a.side_count;
  side->below_waits = below == Below::waits;
  return side;
}
inline void keep_side_stack(Worker& w, Fiber* side) noexcept {
  AtOnce& a = w.at_once;
  if (a.side_count == AtOnce::kMostSides) [[unlikely]]
    return drop_side_stack_slow(w, side);
  side->next = a.sides;
  a.sides = side;
  ++a.side_count;
}

/// Calls the body of `task`, which has all that a task which runs has, and is the current one
/// meanwhile, on `side`. Overtaken: the task goes on by itself, and what the worker knows of the
/// current task and member is for the caller to set right.
inline CallEnd call_on_side(Worker& w, Task* task, Fiber* side) {
  Fiber* const own = w.fiber;
  side->below = own;
  side->called = task;
  w.fiber = side;
  w.task = task;
  if (side_call(task->data, task->body, side->top) == CallEnd::overtaken) [[unlikely]]
    return CallEnd::overtaken;
  w.fiber = own;
  return CallEnd::returned;
}

/// Parts `side` from the one whose side call it runs, which may be resumed from now on.
Fiber* part(Worker& w, Fiber* side) noexcept;

/// Does somebody wait below `fiber` for a task that stands on a side call?
inline bool stands_above_waiting(const Fiber& fiber) noexcept {
  for (const Fiber* f = &fiber; f->below != nullptr; f = f->below)
    if (f->below_waits) return true;
  return false;
}

/// The one below `fiber`, which stands on a side call, is the next that the worker resumes.
void let_parent_go_on_slow(Worker& w, Fiber* fiber) noexcept;
/// The current task is about to wait or to give way.
inline void let_parent_go_on(Worker& w) noexcept {
  if (w.fiber->below != nullptr) [[unlikely]]
    let_parent_go_on_slow(w, w.fiber);
}

/// The worker ends, or gives its stacks back.
void drop_side_stacks(Worker& w) noexcept;

}  // namespace tidemill::core
