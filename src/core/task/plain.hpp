// The common task: deferred, tied, a few captured bytes, nothing else about it; created and, in its
// parent's taskwait, run and completed in one go. What spawn(), run_task() and finish_body() do in
// general, with everything left out that such a task doesn't need: a fine-grained program spends
// its time here. Where its worker has enough ready tasks, it is run at once (task/at_once.hpp).
#pragma once

#include <cstddef>

#include "core/sched/worker.hpp"
#include "core/task/prepared.hpp"
#include "core/task/spawn.hpp"
#include "core/task/task.hpp"
#include "core/task/throttle.hpp"
#include "core/team/cancel.hpp"

namespace tidemill::core {

/// May the current task's children be plain? Not those of a final one or outside any region.
inline bool bears_plain(const Worker& w) noexcept {
  return w.member->team->few_ready != 0 && !w.task->final;
}

/// More captured bytes take the general way.
inline constexpr std::size_t kMostPlainBytes = AtOnce::kBytes - sizeof(Task);

/// Has the current task, whose children may be plain, so few of them, as far as it has counted,
/// that one more doesn't put it aside if few are ready? In a team of one: that it need not look
/// whether they had better run at once.
inline bool has_few_children(const Worker& w) noexcept {
  return w.task->family.has_fewer(w.member->team->few_children);
}
/// In a team of one: children lately came to wait, so that more of them had better be queued, and
/// there are few enough for that?
inline bool has_few_that_wait(const Worker& w) noexcept {
  return w.at_once.reluctance != 0 && w.task->family.has_fewer(high_water(*w.member->team) - 1);
}

/// Creates a task with `bytes` at `data` captured as they are, where children may be plain. Two
/// functions: each way saves the registers that it needs.
void spawn_among_few(Worker& w, void (*function)(void*), void* data, std::size_t bytes);
void spawn_among_many(Worker& w, void (*function)(void*), void* data, std::size_t bytes);
inline void spawn_plain(Worker& w, void (*function)(void*), void* data, std::size_t bytes) {
  if (has_few_children(w)) return spawn_among_few(w, function, data, bytes);
  spawn_among_many(w, function, data, bytes);
}

/// The same for an untied one.
void spawn_untied(Worker& w, void (*function)(void*), void* data, std::size_t bytes);

/// The same outside any region, where nobody else would run it: at once. False, and nothing done,
/// if that takes more than the common way.
bool spawn_outside(void (*function)(void*), void* data, std::size_t bytes);

/// The body, and the place of its data, right behind the descriptor.
inline void set_body(Task* task, void (*function)(void*)) noexcept {
  task->body = function;
  task->data = task + 1;
}

/// The task whose captured data begins there, right behind its descriptor.
inline Task* task_before(void* data) noexcept { return static_cast<Task*>(data) - 1; }

struct TaskAndData {
  Task* task;
  void* data;
};

/// As spawn_plain() in two steps, for ABIs whose compiler writes the data in place; it may be made
/// untied in between. What follows the first `head` of its `bytes` is aligned to 16, 32 or 64;
/// `head` is a multiple of 16. The task may yet turn out to be not so plain. nullptr, or false, and
/// nothing done, if that takes the general way.
TaskAndData allocate_plain(Worker& w, void (*function)(void*), std::size_t bytes,
                           std::size_t head = 0, std::size_t alignment = 16);
bool submit_plain(Task* task);

/// Both steps: `fill` captures the data, aligned to 16, perhaps by the program's copy constructors:
/// then they are objects. False, and nothing done, as above.
enum class Captures : bool { bytes, objects };
template <class Fill>
bool spawn_filled(void (*function)(void*), std::size_t bytes, Captures what, Fill fill) {
  Worker& w = current_worker();
  if (what == Captures::bytes && bytes <= kMostPlainBytes && has_prepared(w)) {
    Task* const task = lend_prepared(w);
    set_body(task, function);
    fill(task->data);
    if (!submit_prepared(task)) submit_task(task, {}, Run::later);
    return true;
  }
  if (!bears_plain(w) || (what == Captures::objects && creates_cancelled(w))) return false;
  const auto [task, data] = allocate_plain(w, function, bytes);
  if (task == nullptr) return false;
  task->has_objects = what == Captures::objects;
  fill(data);
  submit_plain(task);
  return true;
}

/// Runs a tied task of `m`'s team as a plain call, as run_task() does.
void run_plain(Worker& w, Member& m, Task* task);

/// The same for any, beside the current task, which waits for it (task/beside.hpp): an untied one,
/// or one that must not hold it up. If may_call_on_side(). False: it goes on by itself.
bool run_beside(Worker& w, Member& m, Task* task);

}  // namespace tidemill::core
