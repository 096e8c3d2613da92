// The bracket around a task's body, and the body run as a plain call on the stack of whoever takes
// the task.
//
// 1. begin_body(): the task becomes the worker's current one; what was current is returned.
// 2. The body.
// 3. end_body(): what was current is current again. A tied task ends on the worker it began on. An
//    untied one right on a dispatch loop may end on another.
// 4. finish_body() (model/task.hpp): the body's part of completion.
// Everything that runs a task goes through this, on whichever stack.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/fiber/fiber.hpp"
#include "core/model/task.hpp"
#include "core/model/worker.hpp"
#include "core/task/cancel.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

/// The current task, and the member it runs in.
struct Current {
  Task* task;
  Member* member;
};

/// In `m`, the worker's slot in the task's team. `from`: where the task was; `to`: who goes on
/// here.
[[gnu::always_inline]] inline Current begin_body(Worker& w, Member& m, Task* task,
                                                 trace::From from) noexcept {
  const Current below{w.task, w.member};
  w.member = task->home = &m;
  w.task = task;
  task->worker = &w;
  // Its children come after it in the ready order, also on another worker than its creator's.
  w.stamp = std::max(w.stamp, stamp_of(task->key));
  ++w.fiber->depth;
  if (below.task->implicit) read_modes(w.modes);
  trace::begin(w, *task, from);
  return below;
}
[[gnu::always_inline]] inline void end_body(Worker& w, Current below, trace::From to) noexcept {
  trace::end(w, *w.task, to);
  --w.fiber->depth;
  w.task = below.task;
  w.member = below.member;
}

/// Calls the body, and tells the duration predictor where a policy asks it.
[[gnu::noinline]] void call_timed_body(Task* task);

/// Unless the task is cancelled.
[[gnu::always_inline]] inline void call_body(Worker& w, Task* task) {
  constexpr std::uint32_t kTimeEvery = 16;
  if (discard_unless_objects(*task)) [[unlikely]]
    return;
  if (task->duration != 0 && w.search.picks % kTimeEvery == 0) [[unlikely]]
    return call_timed_body(task);
  task->body(task->data);
}

/// The body is over. What it has made ready is announced at once.
[[gnu::always_inline]] inline void finish(Worker& w, Task* task) {
  if (!ends_plainly(*task)) [[unlikely]]
    return finish_body(w, task);
  Task* const parent = task->parent;
  trace::complete(&w, task);
  w.memory.blocks.free(task, task->size_class);
  count_down(&w, parent, Family::kBoth);
}

/// The same where the caller then takes its next task, or calls settle_wakes(): one of those made
/// ready is for the caller itself, and waking another worker for that one would be in vain. True:
/// nothing was made ready.
[[gnu::always_inline]] inline bool finish_before_next(Worker& w, Task* task) {
  if (ends_plainly(*task)) [[likely]] {
    finish(w, task);
    return true;
  }
  w.returns_to_loop = true;
  finish_body(w, task);
  w.returns_to_loop = false;
  return false;
}

/// Runs a tied explicit task: so it returns on the same worker. As finish_before_next().
[[gnu::always_inline]] inline bool run_tied(Worker& w, Member& m, Task* task) {
  const Current below = begin_body(w, m, task, trace::From::ready_set);
  call_body(w, task);
  end_body(w, below, trace::From::ready_set);
  return finish_before_next(w, task);
}

}  // namespace tidemill::core
