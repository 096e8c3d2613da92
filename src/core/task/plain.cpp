#include "core/task/plain.hpp"

#include <algorithm>

#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"
#include "core/task/plain_parts.hpp"
#include "core/task/task.hpp"
#include "core/task/throttle.hpp"
#include "core/team/cancel.hpp"

namespace tidemill::core {

namespace {

/// Nothing but its own end hangs on it: no successor, group, event, child or wait.
inline bool ends_plainly(const Task& task) noexcept {
  return !task.named && !task.wakes_when_complete && task.creation_group == nullptr &&
         task.children_by_address == nullptr && task.own_icvs == nullptr &&
         task.events.load(std::memory_order_acquire) == 1 &&  // as in fulfil_events()
         Family::unreleased(task.family.counts()) == 1;
}

/// The task is tied and stands on the caller, so it returns on this worker.
inline void run_in_place(Worker& w, Member& m, Task* task) {
  Task* const below = w.task;
  Member* const below_member = w.member;
  Fiber* const fiber = w.fiber;
  // As begin_body() and end_body().
  w.task = task;
  w.member = task->home = &m;
  task->worker = &w;
  w.stamp = std::max(w.stamp, stamp_of(task->key));
  ++fiber->depth;
  if (!is_discarded(*task)) task->body(task->data);
  --fiber->depth;
  w.task = below;
  w.member = below_member;
  if (ends_plainly(*task)) {
    Task* const parent = task->parent;
    w.blocks.free(task, task->size_class);
    return child_ended(w, parent);
  }
  w.returns_to_loop = true;
  finish_body(w, task);
  w.returns_to_loop = false;
}

}  // namespace

namespace {

inline void enter(Worker& w, Task* task) {
  Member* const m = w.member;
  const std::int64_t children = enrol_plain(w, task);
  push_own(*m, task);
  throttle_current(*m, children);
}

}  // namespace

bool spawn_plain(void (*function)(void*), void* data, std::size_t bytes) {
  Worker& w = current_worker();
  if (!bears_plain(w)) return false;
  void* memory = w.blocks.take_smallest(sizeof(Task) + bytes);
  if (memory == nullptr) return false;
  Task* task = make_plain(memory, function, 0);
  copy_few(task + 1, data, bytes);
  enter(w, task);
  return true;
}

Task* allocate_plain(void (*function)(void*), std::size_t edges, std::size_t bytes) {
  Worker& w = current_worker();
  if (!bears_plain(w)) return nullptr;
  const auto block = w.blocks.allocate(sizeof(Task) + edges * sizeof(Successor) + bytes);
  Task* task = make_plain(block.memory, function, edges);
  task->size_class = block.size_class;
  task->plain = true;
  return task;
}

bool submit_plain(Task* task) {
  if (!task->plain) return false;
  Worker& w = current_worker();
  if (!bears_plain(w)) return false;
  enter(w, task);
  return true;
}

void run_plain(Worker& w, Member& m, Task* task) { run_in_place(w, m, task); }

void run_own_children(Worker& w, Task* self) {
  Member& m = *w.member;
  Team& team = *m.team;
  while (Task* task = m.deque.pop()) {
    if (task->parent != self || task->untied) {
      m.deque.push(task);
      team.notify_one();  // a sleeper's last look may have missed it
      return;
    }
    if (team.hungry()) m.deque.share();
    run_in_place(w, m, task);
    if (w.direct != nullptr || w.owed_wakes != 0) settle_wakes(w);
  }
}

}  // namespace tidemill::core
