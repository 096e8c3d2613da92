// Included tasks (OpenMP 5.2, 1.2.5): undeferred ones, and all that a final task creates. Their
// creator goes on only when they are complete, so they run on its stack, as a call.
//
// 1. Its predecessors are awaited. With no sibling incomplete there are none; and as it is complete
//    before its creator goes on, nothing created later waits for it: it is in no table then.
// 2. The body runs in place. The worker stays the same: on a stack with another task's body below,
//    no task changes threads, tied or not.
// 3. Its events are awaited.
//
// They ignore affinity; but an undeferred task that belongs elsewhere is queued there, and its
// creator suspended until it is complete: the creator's data, which it uses, stays as it is.
#include "core/affinity/next_affinity.hpp"
#include "core/task/body.hpp"
#include "core/task/create.hpp"

namespace tidemill::core {

namespace {

/// When this returns, the task is ready. Suspends the creator.
void await_predecessors(Worker& w, Task* task, std::span<const Dependence> dependences) {
  task->wakes = Task::Wakes::when_ready;
  task->wait.reset();
  if (enter_dependences(w, task, dependences)) return;
  // Children of the current task. What may begin meanwhile runs beside it, not on its stack: it
  // need not be one of those.
  wait_slot_natively(task->wait);
}

/// Steps 1 and the begin of 2. What was current before the body.
Current begin_included(Worker& w, Task* task, std::span<const Dependence> dependences) {
  const bool has_predecessors = !dependences.empty() && has_incomplete_children(*w.task);
  enrol(w, task);
  task->key = w.task->key;  // where it waits, its creator does
  task->untied = false;     // it stays above its creator
  if (has_predecessors) await_predecessors(w, task, dependences);
  Worker& here = current_worker();
  return begin_body(here, *here.member, task, trace::From::caller);
}

/// The end of 2, and 3.
void end_included(Task* task, Current below) {
  Worker& w = current_worker();
  end_body(w, below, trace::From::caller);
  if (!has_events_left(*task)) return finish(w, task);
  // While the body's part isn't taken off nobody completes the task, so these are still ours to
  // write; they are handed over by finish_body().
  task->wait.reset();
  task->wakes = Task::Wakes::when_complete;
  task->named = true;
  ++task->names;
  finish_body(w, task);
  wait_slot_natively(task->wait);
  forget(task);
}

}  // namespace

void run_included(Worker& w, Task* task, std::span<const Dependence> dependences) {
  const Current below = begin_included(w, task, dependences);
  if (!discard_unless_objects(*task)) task->body(task->data);
  end_included(task, below);
}

void run_undeferred_there(Worker& w, Task* task, std::span<const Dependence> dependences) {
  task->has_more = true;
  enrol(w, task);
  task->untied = false;
  task->wakes = Task::Wakes::creator_when_complete;
  WaitSlot& slot = w.task->wait;
  slot.reset();
  if (dependences.empty() || enter_dependences(w, task, dependences)) make_ready(task);
  wait_slot_natively(slot);
}

void begin_undeferred(Task* task, std::span<const Dependence> dependences) {
  // The compiler's code runs the body right here.
  take_next_affinity(current_worker(), nullptr);
  task->extra.set_affinity({});
  begin_included(current_worker(), task, dependences);
}

void end_undeferred(Task* task) { end_included(task, {task->parent, current_worker().member}); }

}  // namespace tidemill::core
