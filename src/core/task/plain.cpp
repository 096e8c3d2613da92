#include "core/task/plain.hpp"

#include <algorithm>

#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/task/at_once.hpp"
#include "core/task/edge_room.hpp"
#include "core/task/in_place.hpp"
#include "core/task/plain_parts.hpp"
#include "core/task/prepared.hpp"
#include "core/task/straight.hpp"
#include "core/task/task.hpp"
#include "core/task/throttle.hpp"
#include "core/team/cancel.hpp"

namespace tidemill::core {

namespace {

/// Has the worker so many ready tasks, whoever has created them?
inline bool is_crowded(const Worker& w, std::int64_t mark) noexcept {
  auto& deque = w.member->deque;
  return deque.place().at_most >= mark && deque.look_at_size() >= mark;
}

/// With so many the current task's next child runs at once: it has few children, or many, which do
/// so sooner unless such tasks lately came to wait. Of one whose family is merged nobody knows
/// whether they are few.
inline std::int64_t enough(const Worker& w, bool few_children) noexcept {
  const Team& team = *w.member->team;
  return few_children || w.at_once.reluctance != 0 || w.task->family.is_merged()
             ? team.few_ready
             : team.few_among_many;
}

/// `mark`: what was enough; with one more the creator is put aside. But as late as ever where
/// something in the ordered queue tells of more to come, and with producers below or aside: one of
/// them is to be put aside so soon, not a whole recursion.
void enter(Worker& w, Task* task, std::int64_t mark) {
  Member* const m = w.member;
  const std::int64_t children = enrol_plain(w, task);
  push_own(*m, task);
  if (m->ordered.smallest() != kNoKey || is_nested(w) || !w.aside.empty())
    mark = m->team->few_ready;
  throttle_current(*m, children, mark + 1);
}

[[gnu::noinline]] void queue_plain(Worker& w, void (*function)(void*), void* data,
                                   std::size_t bytes, bool untied, std::int64_t mark) {
  const auto block = w.blocks.allocate(sizeof(Task) + bytes);
  Task* task = make_plain(block.memory, function);
  task->size_class = block.size_class;
  task->untied = untied;
  copy_few(task + 1, data, bytes);
  enter(w, task, mark);
}

inline bool may_begin_crowded(Worker& w) noexcept {
  return is_nested(w) ? may_begin_nested(w) : may_begin_at_once(w);
}
inline void run_crowded(Worker& w, Task* task) {
  if (is_nested(w))
    run_nested(w, task);
  else
    run_at_once<Shell::prepared>(w, task);
}

[[gnu::noinline, gnu::hot]] void spawn_crowded(Worker& w, void (*function)(void*), void* data,
                                               std::size_t bytes, bool untied, std::int64_t mark) {
  if (!may_begin_crowded(w)) return queue_plain(w, function, data, bytes, untied, mark);
  Task* task = take_shell(w);
  task->untied = untied;
  set_body(task, function);
  copy_few(task + 1, data, bytes);
  run_crowded(w, task);
}

/// A child whose block is a shell, outside any region. False: not now.
inline bool may_begin_outside(Worker& w) noexcept {
  return w.member->team->level == 0 && is_lone_producer(w) &&
         may_begin_at_once<Turns::left_to_nobody>(w);
}

[[gnu::noinline]] bool submit_outside(Worker& w, Task* task) {
  if (!may_begin_outside(w)) return false;
  run_at_once<Shell::prepared>(w, task);
  return true;
}

}  // namespace

[[gnu::hot]] void spawn_among_few(Worker& w, void (*function)(void*), void* data,
                                  std::size_t bytes) {
  if (spawn_straight(w, function, data, bytes)) [[likely]]
    return;
  const std::int64_t mark = enough(w, true);
  if (is_crowded(w, mark)) return spawn_crowded(w, function, data, bytes, false, mark);
  queue_plain(w, function, data, bytes, false, mark);
}

[[gnu::hot]] void spawn_among_many(Worker& w, void (*function)(void*), void* data,
                                   std::size_t bytes) {
  if (has_few_that_wait(w)) return spawn_among_few(w, function, data, bytes);
  const std::int64_t mark = enough(w, false);
  if (is_crowded(w, mark)) return spawn_crowded(w, function, data, bytes, false, mark);
  queue_plain(w, function, data, bytes, false, mark);
}

[[gnu::hot]] void spawn_untied(Worker& w, void (*function)(void*), void* data, std::size_t bytes) {
  const bool few = has_few_children(w) || has_few_that_wait(w);
  if (few && spawn_straight(w, function, data, bytes, true)) [[likely]]
    return;
  const std::int64_t mark = enough(w, few);
  if (is_crowded(w, mark)) return spawn_crowded(w, function, data, bytes, true, mark);
  queue_plain(w, function, data, bytes, true, mark);
}

bool spawn_outside(void (*function)(void*), void* data, std::size_t bytes) {
  Worker& w = current_worker();
  if (bytes > kMostPlainBytes || !may_begin_outside(w)) return false;
  Task* task = take_shell(w);
  set_body(task, function);
  copy_few(task + 1, data, bytes);
  run_at_once<Shell::prepared>(w, task);
  return true;
}

[[gnu::hot]] TaskAndData allocate_plain(Worker& w, void (*function)(void*), std::size_t bytes,
                                        std::size_t head, std::size_t alignment) {
  if (settings().migrate) return {};
  // Task and its block are aligned to 64 bytes.
  const std::size_t padding = -head & (alignment - 1);
  const std::size_t end = edges_begin(sizeof(Task) + padding + bytes);
  const std::size_t total = end + static_cast<std::size_t>(w.edges_ahead) * sizeof(Successor);
  Task* task = nullptr;
  if (total <= AtOnce::kBytes && w.at_once.shell != nullptr) {
    task = take_shell(w);
    set_body(task, function);
  } else {
    const auto block = w.blocks.allocate(total);
    task = make_plain(block.memory, function);
    task->size_class = block.size_class;
  }
  if (padding != 0) task->data = reinterpret_cast<char*>(task + 1) + padding;
  task->edges_at = edges_mark(end, task->size_class);
  task->way = Task::Way::plain;
  return {task, task->data};
}

[[gnu::hot]] bool submit_plain(Task* task) {
  if (task->way == Task::Way::general) return false;
  Worker& w = current_worker();
  if (!bears_plain(w)) return submit_outside(w, task);
  if (w.edges_ahead > 0) --w.edges_ahead;
  const std::int64_t mark = enough(w, has_few_children(w));
  if (is_crowded(w, mark) && may_begin_crowded(w))
    run_crowded(w, task);
  else
    enter(w, task, mark);
  return true;
}

void run_plain(Worker& w, Member& m, Task* task) {
  constexpr std::uint32_t kTimeEvery = 16;
  if (task->habit != 0 && w.search.picks % kTimeEvery == 0) [[unlikely]]
    run_in_place<Origin::anywhere, Timing::yes>(w, m, task);
  else
    run_in_place<Origin::anywhere>(w, m, task);
}

bool run_beside(Worker& w, Member& m, Task* task) {
  Task* const below = w.task;
  Member* const below_member = w.member;
  // As begin_body() and end_body().
  w.member = task->home = &m;
  task->worker = &w;
  w.stamp = std::max(w.stamp, stamp_of(task->key));
  Fiber* const side = take_side_stack(w, Below::waits);
  const CallEnd end = call_on_side(w, task, side);
  w.task = below;
  w.member = below_member;
  if (end == CallEnd::overtaken) return false;  // the stack is the task's
  keep_side_stack(w, side);
  finish_in_place(w, task);
  return true;
}

}  // namespace tidemill::core
