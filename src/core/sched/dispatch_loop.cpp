// The bare dispatch loops: at the bottom of every dispatch fiber, and of a pool thread's own stack.
#include <utility>

#include "core/model/worker.hpp"
#include "core/sched/idle.hpp"
#include "core/suspend/choose.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/suspend/switch_to.hpp"
#include "core/task/body.hpp"
#include "core/team/region.hpp"

namespace tidemill::core {

namespace {

// In line where a task ends, too: it may have been suspended, and an untied one be on another
// worker then.
[[gnu::always_inline]] inline void run_task_in_line(Worker& worker, Task* task) {
  if (task->implicit) return run_implicit_task(worker, task);
  const Current below =
      begin_body(worker, *worker.member_of(task->team), task, trace::From::ready_set);
  call_body(worker, task);
  Worker& here = current_worker();
  end_body(here, below, trace::From::ready_set);
  if (&here != &worker) here.rest();  // only a task right on a dispatch loop migrates
  finish_before_next(here, task);
}

[[gnu::noinline]] Runnable* await_next_slow(Worker& w) {
  Idle idle(w);
  for (;;) {
    w.rest();
    Runnable* item = std::exchange(w.handoff, nullptr);
    if (item == nullptr) item = next(w, idle.look());
    if (item != nullptr) {
      idle.took(*item);
      return item;
    }
    if (w.native_rests || w.is_to_end()) return nullptr;
    idle.step(nullptr);
  }
}

/// What the worker's bare loop runs next. Waits for it; nullptr: on the thread's own stack, rather;
/// there: nothing, as the thread is to end.
[[gnu::noinline]] Runnable* await_next() {
  Worker& w = current_worker();
  w.rest();
  if (w.handoff != nullptr) return std::exchange(w.handoff, nullptr);
  return await_next_slow(w);
}

/// An implicit task.
bool is_for_own_stack(const Runnable* item) noexcept {
  return item->kind == Runnable::Kind::task && static_cast<const Task*>(item)->implicit;
}

/// Leaves this stack for the thread's own, where the dispatch loop rests.
[[gnu::noinline]] void go_to_own_stack(Worker& w, Runnable* item) noexcept {
  w.handoff = item;
  switch_to(w, w.native, current_modes(), After::Do::recycle);
}

}  // namespace

void run_task(Worker& worker, Task* task) { run_task_in_line(worker, task); }

// Its frame lies under every suspended task: little stands in it.
void dispatch_forever() {
  for (;;) {
    Runnable* item = await_next();
    if (Worker& w = current_worker(); w.native_rests && (item == nullptr || is_for_own_stack(item)))
        [[unlikely]] {
      go_to_own_stack(w, item);
      continue;
    }
    if (item->kind == Runnable::Kind::task) {
      // An untied one may take this stack elsewhere.
      run_task_in_line(current_worker(), static_cast<Task*>(item));
      continue;
    }
    // Who comes back to this stack has put it to a new use, with a handoff of its own.
    switch_to(current_worker(), *static_cast<Fiber*>(item), current_modes(), After::Do::recycle);
  }
}

// What is suspended here goes on here, and the worker with it: the stack is its thread's.
void run_pool_worker(Worker& w) {
  for (;;) {
    Runnable* item = await_next();
    if (item == nullptr) return;
    if (item->kind == Runnable::Kind::task) {
      run_task(w, static_cast<Task*>(item));
      continue;
    }
    w.native_rests = true;
    switch_to(w, *static_cast<Fiber*>(item), current_modes(), After::Do::nothing);
    w.native_rests = false;
  }
}

void end_pool_worker(Worker& w) noexcept {
  w.ends.store(true, std::memory_order_release);
  w.parker.unpark();  // it may have ended before; workers are never freed
}

}  // namespace tidemill::core
