// What the makers of common tasks share (plain.cpp, at_once.hpp, dependent.cpp). For them alone.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>

#include "core/task/plain.hpp"
#include "core/task/task.hpp"

namespace tidemill::core {

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

inline Task* make_plain(void* memory, void (*function)(void*)) noexcept {
  auto* task = new (memory) Task;
  set_body(task, function);
  return task;
}

/// What a child of `parent`, created in its member `m`, has of them.
inline void inherit(Task* task, Task* parent, Member* m) noexcept {
  task->parent = parent;
  task->team = m->team;
  task->depth = parent->depth + 1;
  task->home = m;
  task->icvs = parent->icvs;
}

/// It stands in its parent's innermost group, whose end waits for it.
inline void count_in_group(const Worker& w, Task* task) noexcept {
  TaskGroup& group = *task->creation_group;
  task->has_more = true;
  if (group.worker == &w)
    group.tasks.add_child();
  else
    group.tasks.add_child_of_other();
}

/// It is a child of the current task from here on. Returns the number of its children, or more.
[[gnu::always_inline]] inline std::int64_t count_child(Worker& w, Task* task) noexcept {
  Task* const parent = w.task;
  parent->icvs_shared = true;
  if (parent->group != nullptr) [[unlikely]] {
    task->creation_group = task->group = parent->group;
    count_in_group(w, task);
  }
  return parent->family.add_child();
}

/// As enrol() in spawn.cpp. As count_child().
[[gnu::always_inline]] inline std::int64_t enrol_plain(Worker& w, Task* task) noexcept {
  inherit(task, w.task, w.member);
  task->key = order_key(0, ++w.stamp);
  return count_child(w, task);
}

}  // namespace tidemill::core
