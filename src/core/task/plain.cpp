#include "core/task/plain.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/task/task.hpp"
#include "core/task/throttle.hpp"
#include "core/team/cancel.hpp"

namespace tidemill::core {

namespace {

/// memcpy() for a few words: longer sizes end with an overlapping piece, not with a loop of bytes.
inline void copy_few(void* to, const void* from, std::size_t bytes) noexcept {
  auto* t = static_cast<char*>(to);
  auto* f = static_cast<const char*>(from);
  if (bytes >= 16) {
    const std::size_t last = bytes - 16;
    for (std::size_t i = 0; i < last; i += 16) std::memcpy(t + i, f + i, 16);
    std::memcpy(t + last, f + last, 16);
  } else if (bytes >= 8) {
    std::memcpy(t, f, 8);
    std::memcpy(t + bytes - 8, f + bytes - 8, 8);
  } else {
    for (std::size_t i = 0; i < bytes; ++i) t[i] = f[i];
  }
}

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

bool spawn_plain(void (*function)(void*), void* data, std::size_t bytes) {
  Worker& w = current_worker();
  Task* const parent = w.task;
  Member* const m = w.member;
  Team* const team = m->team;
  if (parent->final || parent->group != nullptr || team->level == 0 || settings().migrate)
    return false;
  void* memory = w.blocks.take_smallest(sizeof(Task) + bytes);
  if (memory == nullptr) return false;
  auto* task = new (memory) Task;
  task->body = function;
  task->data = task + 1;
  copy_few(task + 1, data, bytes);
  task->parent = parent;
  task->team = team;
  task->depth = parent->depth + 1;
  task->home = m;
  task->icvs = parent->icvs;
  parent->icvs_shared = true;
  task->key = order_key(0, ++w.stamp);
  const std::int64_t children = parent->family.add_child();
  push_new_task(w, task);
  if (children >= static_cast<std::int64_t>(high_water(*team))) throttle_current();
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
