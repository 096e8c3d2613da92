// A common task run as a plain call on the stack of whoever takes it, and its end.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/fiber/fiber.hpp"
#include "core/sched/worker.hpp"
#include "core/task/habits.hpp"
#include "core/task/plain_parts.hpp"
#include "core/task/task.hpp"
#include "core/team/cancel.hpp"
#include "core/trace/points.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

/// The body has returned, and the one below is the current task again. False: what it has made
/// ready is still to be announced, as after run_task().
[[gnu::always_inline]] inline bool finish_in_place(Worker& w, Task* task) {
  if (ends_plainly(*task)) [[likely]] {
    Task* const parent = task->parent;
    trace::complete(&w, task);
    w.blocks.free(task, task->size_class);
    child_ended(w, parent);
    return true;
  }
  w.returns_to_loop = true;
  finish_body(w, task);
  w.returns_to_loop = false;
  return false;
}

enum class Timing : bool { no, yes };

/// Too short to be worth another core's while, with what it fetches from its creator's.
inline bool is_short(std::uint64_t ticks) noexcept {
  constexpr std::uint64_t kShortNs = 700;
  return ticks * 1000 <= kShortNs * platform::ticks_per_us();
}

/// A child of the current task is of the same member, and no newer than its worker's stamp.
enum class Origin : bool { anywhere, current_task };

/// The task is tied and stands on the caller, so it returns on this worker, and `w.member` is then
/// as it was when it began. As finish_in_place().
template <Origin origin, Timing timing = Timing::no>
[[gnu::always_inline]] inline bool run_in_place(Worker& w, Member& m, Task* task) {
  Task* const below = w.task;
  Member* const below_member = w.member;
  Fiber* const fiber = w.fiber;
  // As begin_body() and end_body().
  w.task = task;
  task->home = &m;
  task->worker = &w;
  if (origin == Origin::anywhere) {
    w.member = &m;
    w.stamp = std::max(w.stamp, stamp_of(task->key));
  }
  ++fiber->depth;
  trace::begin(w, *task, trace::From::ready_set);
  if (!discard_unless_objects(*task)) {
    const std::uint64_t begin = timing == Timing::yes ? platform::ticks() : 0;
    task->body(task->data);
    if (timing == Timing::yes) Habits::saw(task->habit, is_short(platform::ticks() - begin));
  }
  trace::end(w, *task, trace::From::ready_set);
  --fiber->depth;
  w.task = below;
  if (origin == Origin::anywhere) w.member = below_member;
  return finish_in_place(w, task);
}

}  // namespace tidemill::core
