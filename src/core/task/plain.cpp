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

constexpr std::uint64_t kOneChild = Family::kChild + Family::kUnreleased;

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

/// Nothing but its own end hangs on it, and only its worker, `here`, counts for its parent.
inline bool ends_plainly(const Worker& here, const Task& task) noexcept {
  return !task.named && !task.wakes_when_complete && task.creation_group == nullptr &&
         task.children_by_address == nullptr && task.own_icvs == nullptr &&
         task.events.load(std::memory_order_acquire) == 1 &&  // as in fulfil_events()
         Family::unreleased(task.family.counts()) == 1 && task.parent->worker == &here;
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

void run_own_children(Worker& w, Task* self) {
  Member& m = *w.member;
  Team& team = *m.team;
  Fiber* const fiber = w.fiber;
  while (Task* task = m.deque.pop()) {
    if (task->parent != self || task->untied) {
      m.deque.push(task);
      team.notify_one();  // a sleeper's last look may have missed it
      return;
    }
    if (team.hungry()) m.deque.share();
    // As begin_body() and end_body(): the child is tied and stands on us, so it returns on this
    // worker, in this member.
    w.task = task;
    task->worker = &w;
    w.stamp = std::max(w.stamp, stamp_of(task->key));
    ++fiber->depth;
    if (!is_discarded(*task)) task->body(task->data);
    --fiber->depth;
    w.task = self;
    w.member = &m;
    if (ends_plainly(w, *task) && self->family.subtract_own(kOneChild)) {
      w.blocks.free(task, task->size_class);
      continue;
    }
    w.returns_to_loop = true;
    finish_body(w, task);
    w.returns_to_loop = false;
    settle_wakes(w);
  }
}

}  // namespace tidemill::core
