#include "core/task/plain.hpp"

#include <algorithm>

#include "core/sched/choose.hpp"
#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/task/at_once.hpp"
#include "core/task/edge_room.hpp"
#include "core/task/plain_parts.hpp"
#include "core/task/straight.hpp"
#include "core/task/task.hpp"
#include "core/task/throttle.hpp"
#include "core/team/cancel.hpp"

namespace tidemill::core {

namespace {

/// The body has returned, and the one below is the current task again. False: what it has made
/// ready is still to be announced, as after run_task().
[[gnu::always_inline]] inline bool finish_in_place(Worker& w, Task* task) {
  if (ends_plainly(*task)) [[likely]] {
    Task* const parent = task->parent;
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
  if (!is_discarded(*task)) {
    const std::uint64_t begin = timing == Timing::yes ? platform::ticks() : 0;
    task->body(task->data);
    if (timing == Timing::yes) Habits::saw(task->habit, is_short(platform::ticks() - begin));
  }
  --fiber->depth;
  w.task = below;
  if (origin == Origin::anywhere) w.member = below_member;
  return finish_in_place(w, task);
}

/// Would throttle_current() put the current task aside for one more ready child?
inline bool is_crowded(const Worker& w) noexcept {
  const std::int64_t mark = w.member->team->few_children;
  return w.task->family.own_children() >= mark && w.member->deque.size() >= mark;
}

void enter(Worker& w, Task* task) {
  Member* const m = w.member;
  const std::int64_t children = enrol_plain(w, task);
  push_own(*m, task);
  throttle_current(*m, children);
}

[[gnu::noinline]] void queue_plain(Worker& w, void (*function)(void*), void* data,
                                   std::size_t bytes, bool untied) {
  const auto block = w.blocks.allocate(sizeof(Task) + bytes);
  Task* task = make_plain(block.memory, function);
  task->size_class = block.size_class;
  task->untied = untied;
  copy_few(task + 1, data, bytes);
  enter(w, task);
}

[[gnu::noinline, gnu::hot]] void spawn_crowded(Worker& w, void (*function)(void*), void* data,
                                               std::size_t bytes, bool untied) {
  if (!may_begin_at_once(w)) return queue_plain(w, function, data, bytes, untied);
  Task* task = take_shell(w);
  task->untied = untied;
  set_body(task, function);
  copy_few(task + 1, data, bytes);
  run_at_once(w, task);
}

/// A child whose block is a shell, outside any region. False: not now.
inline bool may_begin_outside(Worker& w) noexcept {
  return w.member->team->level == 0 && is_lone_producer(w) &&
         may_begin_at_once<Turns::left_to_nobody>(w);
}

[[gnu::noinline]] bool submit_outside(Worker& w, Task* task) {
  if (!may_begin_outside(w)) return false;
  run_at_once(w, task);
  return true;
}

/// Is what comes first of all in the ordered queue a child of `self`, and so of higher priority?
[[gnu::noinline]] bool child_goes_first_slow(Member& m, const Task* self) noexcept {
  return m.ordered.smallest_is([self](const Runnable& item) {
    return item.kind == Runnable::Kind::task && static_cast<const Task&>(item).parent == self;
  });
}

}  // namespace

[[gnu::hot]] void spawn_among_few(Worker& w, void (*function)(void*), void* data,
                                  std::size_t bytes) {
  if (!spawn_straight(w, function, data, bytes)) [[unlikely]]
    queue_plain(w, function, data, bytes, false);
}

[[gnu::hot]] void spawn_among_many(Worker& w, void (*function)(void*), void* data,
                                   std::size_t bytes) {
  if (is_crowded(w)) return spawn_crowded(w, function, data, bytes, false);
  queue_plain(w, function, data, bytes, false);
}

bool spawn_untied(void (*function)(void*), void* data, std::size_t bytes) {
  Worker* w = current_worker_or_null();
  if (w == nullptr || bytes > kMostPlainBytes || !bears_plain(*w)) return false;
  if (is_crowded(*w))
    spawn_crowded(*w, function, data, bytes, true);
  else
    queue_plain(*w, function, data, bytes, true);
  return true;
}

bool spawn_outside(void (*function)(void*), void* data, std::size_t bytes) {
  Worker& w = current_worker();
  if (bytes > kMostPlainBytes || !may_begin_outside(w)) return false;
  Task* task = take_shell(w);
  set_body(task, function);
  copy_few(task + 1, data, bytes);
  run_at_once(w, task);
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
  if (is_crowded(w) && may_begin_at_once(w))
    run_at_once(w, task);
  else
    enter(w, task);
  return true;
}

void run_plain(Worker& w, Member& m, Task* task) {
  constexpr std::uint32_t kTimeEvery = 16;
  if (task->habit != 0 && w.picks % kTimeEvery == 0) [[unlikely]]
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
  AtOnce& a = w.at_once;
  Fiber* side = a.sides;
  if (side == nullptr) [[unlikely]] {
    side = make_side_stack_slow(w, Below::waits);
  } else {
    a.sides = static_cast<Fiber*>(side->next);
    --a.side_count;
  }
  const CallEnd end = call_on_side(w, task, side);
  w.task = below;
  w.member = below_member;
  if (end == CallEnd::overtaken) return false;  // the stack is the task's
  if (a.side_count == AtOnce::kMostSides) [[unlikely]] {
    drop_side_stack_slow(w, side);
  } else {
    side->next = a.sides;
    a.sides = side;
    ++a.side_count;
  }
  finish_in_place(w, task);
  return true;
}

[[gnu::hot]] void run_own_children(Worker& w, Task* self) {
  Member& m = *w.member;
  Team& team = *m.team;
  if (m.ordered.smallest() < order_key(0, 0) && child_goes_first_slow(m, self)) return;
  // Past the last of its children, as far as this worker's count tells, lie those of other tasks.
  while (self->family.own_children() != 0) {
    Task* const task = m.deque.pop();
    if (task == nullptr) return;
    const bool in_place = task->parent == self && !task->untied;
    if (!in_place && (task->parent != self || !may_call_on_side(w))) {
      m.deque.push(task);
      team.notify_one();  // a sleeper's last look may have missed it
      return;
    }
    if (shares_now(m)) m.deque.share();
    if (in_place) [[likely]] {
      if (!run_in_place<Origin::current_task>(w, m, task)) settle_wakes(w);
    } else {
      run_beside(w, m, task);
      settle_wakes(w);
    }
  }
}

}  // namespace tidemill::core
