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

namespace {

/// May the current task's children be plain?
inline bool bears_plain(const Worker& w) noexcept {
  return w.member->team->plain_tasks && w.task->group == nullptr && !w.task->final;
}

inline Task* make(void* memory, void (*function)(void*), std::size_t edges) noexcept {
  auto* task = new (memory) Task;
  task->body = function;
  task->data = reinterpret_cast<Successor*>(task + 1) + edges;
  return task;
}

/// As enrol() and queue() in task/spawn.cpp.
inline void enter(Worker& w, Task* task) {
  Task* const parent = w.task;
  Member* const m = w.member;
  Team& team = *m->team;
  task->parent = parent;
  task->team = &team;
  task->depth = parent->depth + 1;
  task->home = m;
  task->icvs = parent->icvs;
  parent->icvs_shared = true;
  task->key = order_key(0, ++w.stamp);
  const std::int64_t children = parent->family.add_child();
  push_own(*m, task);
  throttle_current(*m, children);
}

}  // namespace

bool spawn_plain(void (*function)(void*), void* data, std::size_t bytes) {
  Worker& w = current_worker();
  if (!bears_plain(w)) return false;
  void* memory = w.blocks.take_smallest(sizeof(Task) + bytes);
  if (memory == nullptr) return false;
  Task* task = make(memory, function, 0);
  copy_few(task + 1, data, bytes);
  enter(w, task);
  return true;
}

Task* allocate_plain(void (*function)(void*), std::size_t edges, std::size_t bytes) {
  Worker& w = current_worker();
  if (!bears_plain(w)) return nullptr;
  const auto block = w.blocks.allocate(sizeof(Task) + edges * sizeof(Successor) + bytes);
  Task* task = make(block.memory, function, edges);
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
