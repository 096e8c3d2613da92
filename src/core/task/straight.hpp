// The common task's straight line (an untied one's of GCC's, too): its creator is not far ahead of
// its children and in no taskgroup, its creator's worker has few ready tasks, and a block and a
// slot at hand. Then its creation takes no call. All of that is asked first; if anything is missing
// nothing has been done, and task/plain.cpp does the same in its other ways. GCC's interface
// creates a task in one step, LLVM's in two.
#pragma once

#include <cstddef>

#include "core/policy/key.hpp"
#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"
#include "core/task/edge_room.hpp"
#include "core/task/plain_parts.hpp"
#include "core/task/prepared.hpp"
#include "core/task/task.hpp"
#include "core/team/team.hpp"

namespace tidemill::core {

/// Where a child of the current task goes, which has few of them.
struct StraightEntry {
  Member& member;
  Task& creator;
  Team& team;
  TaskDeque::Place place;

  explicit StraightEntry(const Worker& w) noexcept
      : member(*w.member), creator(*w.task), team(*member.team), place(member.deque.place()) {}

  bool is_free() const noexcept {
    return place.has_room && place.at_most < team.few_ready && creator.group == nullptr &&
           platform::fences_are_light();
  }
  void put(Task* task) const noexcept {
    creator.icvs_shared = true;
    creator.family.add_child_to_few();
    member.deque.put(place, task);
    platform::fence_known_light();  // as in notify_one(); from here on the task may be gone
    if (shares_now(member)) [[unlikely]]
      share_new_tasks_slow(member);
  }
};

/// Creates a task with `bytes` at `data` captured as they are, where children may be plain and are
/// few (has_few_children()). False: nothing done.
[[gnu::always_inline]] inline bool spawn_straight(Worker& w, void (*function)(void*),
                                                  const void* data, std::size_t bytes,
                                                  bool untied = false) {
  const StraightEntry entry(w);
  if (!entry.is_free()) return false;
  const auto block = w.blocks.small_at_hand(sizeof(Task) + bytes);
  if (block.memory == nullptr) return false;
  w.blocks.take(block);
  auto* const task =
      new (block.memory) Task(entry.creator, entry.member, entry.team, order_key(0, ++w.stamp));
  task->size_class = block.size_class;
  if (untied) task->untied = true;
  set_body(task, function);
  copy_few(task + 1, data, bytes);
  entry.put(task);
  return true;
}

/// The first of two steps: a task whose `bytes` of captured data begin `padding` behind its
/// descriptor. nullptr: nothing done.
[[gnu::always_inline]] inline Task* allocate_straight(Worker& w, void (*function)(void*),
                                                      std::size_t padding, std::size_t bytes) {
  Member& m = *w.member;
  const bool prepared = has_prepared(w);
  if (m.team->few_ready == 0 && !prepared) return nullptr;
  const std::size_t end = edges_begin(sizeof(Task) + padding + bytes);
  const std::size_t total = end + static_cast<std::size_t>(w.edges_ahead) * sizeof(Successor);
  Task* task = w.at_once.shell;
  if (prepared) {
    if (total > AtOnce::kBytes) return nullptr;
    task = lend_prepared(w);
  } else if (task == nullptr) {
    const auto block = w.blocks.small_at_hand(total);
    if (block.memory == nullptr) return nullptr;
    w.blocks.take(block);
    task = new (block.memory) Task(*w.task, m, *m.team, 0);
    task->size_class = block.size_class;
    task->way = Task::Way::straight;
  } else {  // children are run at once, mostly
    if (total > AtOnce::kBytes) return nullptr;
    w.at_once.shell = nullptr;
    task->way = Task::Way::plain;
  }
  task->body = function;
  task->data = reinterpret_cast<char*>(task + 1) + padding;
  task->edges_at = edges_mark(end, 0);
  return task;
}

/// The second, by the same task. False: nothing done.
[[gnu::always_inline]] inline bool submit_straight(Task* task) {
  if (task->way != Task::Way::straight) return false;
  Worker* const w = current_worker_or_null();  // it has one: it has allocated the task
  if (w->task->final || !(has_few_children(*w) || has_few_that_wait(*w))) return false;
  const StraightEntry entry(*w);
  if (!entry.is_free()) return false;
  if (w->edges_ahead > 0) --w->edges_ahead;
  task->home = &entry.member;  // an untied creator may have moved meanwhile
  task->key = order_key(0, ++w->stamp);
  entry.put(task);
  return true;
}

}  // namespace tidemill::core
