#include "core/task/beside.hpp"

#include <utility>

#include "core/sched/dispatch.hpp"
#include "core/task/at_once.hpp"

namespace tidemill::core {

namespace {

/// Called when the body returns after its parent has gone on: what is the bottom of the side stack
/// now is a dispatch fiber's.
void end_on_own_stack() {
  Worker& w = current_worker();
  Task* const task = w.task;
  --w.fiber->depth;
  w.rest();
  w.returns_to_loop = true;
  finish_body(w, task);
  w.returns_to_loop = false;
  dispatch_forever();
}

}  // namespace

Fiber* make_side_stack_slow(Worker& w, Below below) noexcept {
  Fiber* side = w.idle_fibers.take();
  side->below_waits = below == Below::waits;
  side->context = nullptr;  // what lies on it will be overwritten
  begin_side_calls(side->top);
  side->depth = 1;
  return side;
}

Fiber* part(Worker& w, Fiber* side) noexcept {
  Fiber* const own = std::exchange(side->below, nullptr);
  Task* const task = side->called;
  Task* const parent = task->parent;
  if (!side->below_waits) {
    forget_prepared(w);
    if (task == w.at_once.prepared) w.at_once.prepared = nullptr;
    if (side == w.at_once.side) w.at_once.side = nullptr;
    be_reluctant(w.at_once);
    outlive_call(w, task, std::exchange(w.at_once.dependences, {}));
  }
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
  w.inbox.push_front_own(part(w, fiber));
}

void drop_side_stack_slow(Worker& w, Fiber* side) noexcept {
  side->depth = 0;
  side->below = nullptr;  // its last call's
  // It may have been gone on with while somebody above it waited, and its call have returned since:
  // then its frames are gone, and the next who takes it is to begin at the top.
  side->context = nullptr;
  w.idle_fibers.keep(side);
}

void drop_side_stacks(Worker& w) noexcept {
  AtOnce& a = w.at_once;
  while (Fiber* const side = a.sides) {
    a.sides = static_cast<Fiber*>(side->next);
    drop_side_stack_slow(w, side);
  }
  a.side_count = 0;
  // In the strict queue there may be a parent that stands on it and is to go on.
  if (a.side == nullptr || w.inbox.maybe_nonempty()) return;
  for (const Fiber* in_use = w.fiber; in_use != nullptr; in_use = in_use->below)
    if (in_use == a.side) return;  // a task that runs at once asks for it
  forget_prepared(w);
  drop_side_stack_slow(w, std::exchange(a.side, nullptr));
}

}  // namespace tidemill::core
