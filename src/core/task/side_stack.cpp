#include "core/task/side_stack.hpp"

#include <utility>

#include "core/suspend/dispatch.hpp"
#include "core/task/immediate.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

/// Called when the body returns after its parent has gone on: what is the bottom of the side stack
/// now is a dispatch fiber's.
void end_on_own_stack() {
  Worker& w = current_worker();
  Task* const task = w.task;
  trace::end(w, *task, trace::From::ready_set);
  --w.fiber->depth;
  w.rest();
  finish_before_next(w, task);
  dispatch_forever();
}

}  // namespace

Fiber* make_side_stack_slow(Worker& w) noexcept {
  Fiber* side = w.memory.fibers.take();
  side->context = nullptr;  // what lies on it will be overwritten
  begin_side_calls(side->top);
  return side;
}

bool run_on_side_of_waiter(Worker& w, Member& m, Task* task) {
  if (run_on_side_stack(w, m, task, Parent::waits) == CallEnd::overtaken) return false;
  finish_before_next(w, task);
  return true;
}

Fiber* part(Worker& w, Fiber* side) noexcept {
  Fiber* const own = std::exchange(side->below, nullptr);
  Task* const task = side->called;
  Task* const parent = task->parent;
  if (task->enters_late) enter_late(w, task);
  SideFoot& foot = side_foot(side->top);
  own->context = let_overtake(foot, end_on_own_stack);
  own->left = foot.left;
  own->home = &w;
  own->task = parent;
  own->member = task->home;
  own->key = resumed_key(parent->key);
  own->has_exceptions = false;  // see may_call_on_side()
  return own;
}

void let_parent_go_on_slow(Worker& w, Fiber* fiber) noexcept {
  Fiber* const own = part(w, fiber);
  // Who waits is suspended already, and nothing else begins before it looks for work itself.
  if (!fiber->below_waits()) {
    trace::suspend(w, *own->task);
    trace::ready_again(&w, *own);
  }
  w.inbox.push_front_own(own);
}

void drop_side_stack_slow(Worker& w, Fiber* side) noexcept {
  side->depth = 0;
  side->below = nullptr;  // its last call's
  // It may have been gone on with while somebody above it waited, and its call have returned since:
  // then its frames are gone, and the next who takes it is to begin at the top.
  side->context = nullptr;
  w.memory.fibers.keep(side);
}

void drop_side_stacks(Worker& w) noexcept {
  SideStacks& stacks = w.memory.side_stacks;
  while (Fiber* const side = stacks.first) {
    stacks.first = static_cast<Fiber*>(side->next);
    drop_side_stack_slow(w, side);
  }
  stacks.count = 0;
}

}  // namespace tidemill::core
