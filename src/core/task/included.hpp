// Included tasks (OpenMP 5.2, 1.2.5): undeferred ones, and all that a final task creates. Their
// creator goes on only when they are over, whatever they do, so they run on its stack, as a call.
//
// As for a task that runs at once (task/at_once.hpp), nobody but itself and its children can tell
// that there is one, as long as it leaves nothing behind: so it isn't counted among its creator's
// children, nor in a taskgroup (whose end can't come before the creator's), and its descriptor is
// one of the worker's shells, which it leaves as it was. One that has left children or events
// behind, or was detached, is counted late, and awaited as any undeferred task.
//
// Not for tasks with predecessors to wait for, or with objects, nor for those of what has been
// cancelled: spawn() and begin_undeferred() see to those.
//
// The worker stays the same from begin to end: on a stack with another task's body below, no task
// changes threads, tied or not.
#pragma once

#include "core/sched/worker.hpp"
#include "core/task/at_once.hpp"
#include "core/task/family.hpp"
#include "core/task/plain_parts.hpp"
#include "core/task/spawn.hpp"
#include "core/task/task.hpp"
#include "core/team/cancel.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

/// `task`, whose body and data are set, becomes the current task.
inline void begin_included(Worker& w, Task* task) noexcept {
  Task* const creator = w.task;
  inherit(task, creator, w.member);
  task->key = creator->key;  // where it waits, its creator does
  task->worker = &w;
  stand_in(task, creator->group);
  task->final |= creator->final;
  task->untied = false;  // it stays above its creator
  w.task = task;
  ++w.fiber->depth;
  trace::created_begin(w, *task);
}

/// The body of an undeferred task, counted as a child, has run: waits for the events it has bound.
void finish_undeferred(Task* task);

/// It has left something behind, or its block can't be a shell.
void finish_included_slow(Worker& w, Task* task);

/// Its body is over: its creator becomes the current task again. Suspends, if it has left events.
inline void end_included(Worker& w, Task* task) {
  trace::end(w, *task, trace::From::caller);
  --w.fiber->depth;
  w.task = task->parent;
  if (!is_as_new(*task) || !may_be_spare(w, *task)) [[unlikely]]
    return finish_included_slow(w, task);
  trace::complete(&w, task);
  task->final = false;
  task->key = order_key(0, 0);
  keep_spare(w, task);
}

/// Would a child of the current task be one that is begun here?
inline bool includes(const Worker& w, Run run, bool has_dependences) noexcept {
  return (run == Run::now || w.task->final) &&
         !(has_dependences && has_incomplete_children(*w.task)) && !creates_cancelled(w);
}
/// The same without a call; false also once anything has been cancelled.
inline bool includes_at_a_glance(const Worker& w, Run run) noexcept {
  return (run == Run::now || w.task->final) && !ever_cancelled.load(std::memory_order_relaxed);
}

/// Where includes(): runs one on its creator's own data.
void run_included(Worker& w, void (*function)(void*), void* data, bool final);

/// A task as allocate_plain() makes them. False, and nothing done: it isn't one, or not included.
bool submit_included(Task* task, Run run, bool has_dependences);

}  // namespace tidemill::core
