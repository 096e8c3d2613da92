#include "core/task/prepared.hpp"

#include "core/sched/dispatch.hpp"
#include "core/task/at_once.hpp"
#include "core/task/edge_room.hpp"
#include "core/task/plain.hpp"
#include "core/task/plain_parts.hpp"
#include "core/task/spawn.hpp"
#include "core/task/throttle.hpp"
#include "core/team/cancel.hpp"

namespace tidemill::core {

namespace {

/// What the producer itself or others may have changed since its last child; the rest is as
/// may_begin_at_once() found it.
inline bool may_begin_prepared(Worker& w) noexcept {
  const Member& m = *w.member;
  const Team& team = *m.team;
  // Of what it is part of, may_begin_at_once() asks whether it has been cancelled.
  if (w.inbox.maybe_nonempty() || m.ordered.smallest() != kNoKey || !may_call_on_side(w) ||
      ever_cancelled.load(std::memory_order_relaxed) || team.hungry() ||
      m.deque.size() < team.few_among_many)
    return false;
  if (--w.at_once.left != 0) return true;
  w.at_once.left = 1;  // may_begin_at_once() looks at the clock
  return false;
}

/// As is_as_new(), of a block that was so before it was run, in fewer looks.
inline bool is_as_prepared(const Task& task) noexcept {
  return task.events == nullptr && task.has_no_marks() && task.family.is_as_new_if_own();
}

/// The producer's next child will be `task`.
inline void stand_by(Worker& w, Task* producer, Task* task) noexcept {
  inherit(task, producer, w.member);
  stand_in(task, producer->group);
  task->worker = &w;
  w.at_once.prepared = task;
  w.at_once.side->called = task;
}

[[gnu::noinline]] void end_prepared_slow(Worker& w, Task* task) {
  // Mostly there is a message that it has bound.
  if (has_events_left(*task) && has_prepared(w) && awaits_only_events(*task)) [[likely]]
    return outlive_body(w, task);
  drop_fulfilled_events(w, task);
  if (is_as_prepared(*task)) return;
  forget_prepared(w);
  w.at_once.prepared = nullptr;
  finish_at_once_slow(w, task);
}

[[gnu::cold, gnu::noinline]] void go_on_overtaken_slow() {
  const Fiber& own = *current_worker().fiber;
  go_on_slow(own.task, own.member);
}

/// Its body and data are set. Nothing is kept in registers meanwhile: each would be one more to
/// save.
[[gnu::always_inline]] inline void run_prepared(Worker& w, void (*function)(void*), void* data) {
  AtOnce& a = w.at_once;
  Fiber* const side = a.side;
  w.task = a.prepared;
  w.fiber = side;
  if (side_call(data, function, side->top) == CallEnd::overtaken) [[unlikely]]
    return go_on_overtaken_slow();
  Worker& here = *current_worker_or_null();  // the same
  const AtOnce& b = here.at_once;
  here.task = b.below_task;
  here.fiber = b.below_fiber;
  if (!is_as_prepared(*b.prepared)) [[unlikely]]
    end_prepared_slow(here, b.prepared);
}

}  // namespace

// The shell's task may have let others run before it ended, so what may_begin_at_once() found may
// have changed.
void prepare_next(Worker& w, Task* shell) noexcept {
  AtOnce& a = w.at_once;
  Task* const producer = w.task;
  const Member& m = *w.member;
  if (a.prepared == nullptr)
    a.prepared = shell;
  else
    keep_spare(w, shell);
  if (m.inner != 0 || a.side == nullptr ||
      !(m.waiting.empty() || constraint_allows_child_slow(m, *producer)))
    return;
  stand_by(w, producer, a.prepared);
  a.side->below = w.fiber;
  a.below_task = producer;
  a.below_fiber = w.fiber;
  producer->has_more = true;
  a.producer = producer;
  a.lender = nullptr;
}

namespace {

[[gnu::cold, gnu::noinline]] void spawn_otherwise_slow(Worker& w, void (*function)(void*),
                                                       void* data, std::size_t bytes) {
  if (w.member->team->level == 0) {
    if (!spawn_outside(function, data, bytes))
      spawn({.body = {function, data, nullptr, bytes, 16, false}});
    return;
  }
  const Member& m = *w.member;
  if (m.deque.size() >= m.team->few_among_many) return spawn_among_many(w, function, data, bytes);
  forget_prepared(w);  // what was ready has been taken
  spawn_plain(w, function, data, bytes);
}

}  // namespace

[[gnu::hot, gnu::aligned(64)]] void spawn_prepared(Worker& w, void (*function)(void*), void* data,
                                                   std::size_t bytes) {
  if (!may_begin_prepared(w)) [[unlikely]]
    return spawn_otherwise_slow(w, function, data, bytes);
  copy_few(w.at_once.prepared + 1, data, bytes);
  run_prepared(w, function, w.at_once.prepared + 1);
}

namespace {

/// It isn't to run as it was lent.
[[gnu::cold, gnu::noinline]] bool submit_otherwise_slow(Task* task) noexcept {
  task->way = Task::Way::plain;
  stand_in(task, nullptr);  // until it is counted there
  return false;
}

}  // namespace

[[gnu::hot, gnu::aligned(64)]] bool submit_prepared(Task* task) {
  if (task->way != Task::Way::prepared) return false;
  Worker* const w = current_worker_or_null();  // none in a child forked since
  if (w == nullptr) [[unlikely]]
    return submit_otherwise_slow(task);
  AtOnce& a = w->at_once;
  Task* const lender = a.lender;
  forget_prepared(*w);
  // The lender may have lent one more since.
  if (lender != w->task || a.side->called != task || !may_begin_prepared(*w)) [[unlikely]]
    return submit_otherwise_slow(task);
  a.prepared = task;
  a.producer = lender;
  if (w->edges_ahead > 0) --w->edges_ahead;
  run_prepared(*w, task->body, task->data);
  return true;
}

}  // namespace tidemill::core
