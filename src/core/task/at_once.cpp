#include "core/task/at_once.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "core/poll/polling.hpp"
#include "core/sched/constraint.hpp"
#include "core/sched/dispatch.hpp"
#include "core/task/dependent.hpp"
#include "core/task/throttle.hpp"

namespace tidemill::core {

namespace {

// So long a worker runs what it creates; then it is its queue's turn.
constexpr std::uint64_t kTurnUs = 50;
// Between looks at the clock: little enough that services are polled in time between longer tasks
// and thieves see some progress, enough to cost nothing between short ones.
constexpr std::uint64_t kLookLeastUs = 1, kLookMostUs = 4;
constexpr std::uint32_t kMostUnlooked = 64;

}  // namespace

void enrol_late(Worker& w, Task* task) noexcept {
  Task* const producer = task->parent;
  task->key = order_key(0, ++w.stamp);
  producer->icvs_shared = true;  // task->icvs are the same
  if (task->creation_group != nullptr) count_in_group(w, task);
  producer->family.add_child();
}

void be_reluctant(AtOnce& a) noexcept {
  constexpr std::uint32_t kLeast = 8, kMost = 64;
  a.reluctance = std::min(2 * a.reluctance + kLeast, kMost);
  a.to_queue = a.reluctance;
  a.left = 1;
}

// None of the siblings that it names was incomplete when it began, and its producer, who makes
// them, hasn't gone on since: nothing keeps it from running, as it does.
void outlive_call(Worker& w, Task* task, std::span<const Dependence> dependences) noexcept {
  enrol_late(w, task);
  enter_dependences(task, dependences);
}

/// False: it is the queue's turn.
bool look_at_turn_slow(Worker& w) noexcept {
  AtOnce& a = w.at_once;
  if (a.to_queue != 0) {
    --a.to_queue;
    a.left = 1;
    return false;
  }
  a.reluctance /= 2;
  const std::uint64_t now = platform::ticks();
  const std::uint64_t us = platform::ticks_per_us();
  if (polling_active()) poll_if_due(now);
  w.member->deque.note_progress();
  if (a.turn_since == 0) {
    a.turn_since = now;
  } else if (now - a.looked_at > kLookMostUs * us) {
    a.interval = std::max(a.interval / 4, 1u);
  } else if (now - a.looked_at < kLookLeastUs * us) {
    a.interval = std::min(a.interval * 2, kMostUnlooked);
  }
  a.looked_at = now;
  const bool over = now - a.turn_since > kTurnUs * us;
  if (over) a.turn_since = 0;
  a.left = over ? 1 : a.interval;
  return !over;
}

/// A child descends from whatever its parent descends from.
bool constraint_allows_child_slow(const Member& m, const Task& producer) noexcept {
  return meets_constraint_slow(m, producer);
}

Task* make_shell_slow(Worker& w) noexcept {
  const auto block = w.blocks.allocate(AtOnce::kBytes);
  auto* shell = new (block.memory) Task;
  shell->size_class = block.size_class;
  shell->key = order_key(0, 0);
  return shell;
}

Task* take_spare_slow(Worker& w) noexcept {
  AtOnce& a = w.at_once;
  if (a.spares == nullptr) return make_shell_slow(w);
  --a.spare_count;
  return std::exchange(a.spares, static_cast<Task*>(a.spares->next));
}

/// It has left something behind or changed its block, or its block isn't a shell, or there are
/// enough.
void finish_at_once_slow(Worker& w, Task* task) {
  const auto dependences = std::exchange(w.at_once.dependences, {});
  drop_fulfilled_events(w, task);
  task->untied = task->has_objects = false;  // they may have been all that was left
  if (is_as_new(*task) && may_be_spare(w, *task)) {
    trace::complete(&w, task);
    return keep_spare(w, task);
  }
  if (ends_plainly(*task)) {
    trace::complete(&w, task);
    w.blocks.free(task, task->size_class);
    if (w.at_once.shell == nullptr) w.at_once.shell = make_shell_slow(w);  // for the next
    return;
  }
  outlive_call(w, task, dependences);
  finish_body(w, task);
  throttle_current(*w.member, w.task->family.own_children());
}

/// As finish_at_once_slow(), but those that bind events and end come in crowds.
[[gnu::noinline]] void finish_one_of_many_slow(Worker& w, Task* task) {
  drop_fulfilled_events(w, task);
  const bool leaves_events = awaits_only_events(*task);
  if (!(leaves_events || is_as_new(*task)) || !may_be_spare(w, *task))
    return finish_at_once_slow(w, task);
  if (leaves_events)
    outlive_body(w, task);
  else
    trace::complete(&w, task);
  if (creates_many(w.at_once, w.task))
    prepare_next(w, task);
  else
    keep_spare(w, task);
}

void run_nested(Worker& w, Task* task) {
  Task* const producer = w.task;
  Member* const m = w.member;
  inherit(task, producer, m);
  task->worker = &w;
  stand_in(task, producer->group);
  Fiber* const side = take_side_stack(w, Below::produces);
  trace::created_begin(w, *task);
  if (call_on_side(w, task, side) == CallEnd::overtaken) return go_on_slow(producer, m);
  w.task = producer;
  keep_side_stack(w, side);
  trace::end(w, *task, trace::From::caller);
  if (!is_as_new(*task)) return finish_at_once_slow(w, task);
  trace::complete(&w, task);
  if (may_be_spare(w, *task))
    keep_spare(w, task);
  else
    w.blocks.free(task, task->size_class);
}

/// The producer has been resumed: as after suspend().
void go_on_slow(Task* producer, Member* m) {
  Worker& w = current_worker();  // the same as before
  w.task = producer;
  w.member = m;
  std::erase(w.aside, producer);  // unless it wasn't put aside
  m->waiting.remove(producer);
  trace::resume(w, *producer, w.fiber);
  throttle_current(*m, producer->family.own_children());
}

// The oldest first: who was put aside last goes on first.
void put_producers_aside_slow(Worker& w, Fiber* above) noexcept {
  if (above->below == nullptr) return;
  if (above->below_waits) return let_parent_go_on_slow(w, above);
  put_producers_aside_slow(w, above->below);  // not many, see may_begin_nested()
  Fiber* const own = part(w, above);
  Task& producer = *own->task;
  own->member->waiting.add(&producer);
  trace::suspend(w, producer);
  producer.wait.reset();
  producer.wait.publish(own);  // nobody can complete it yet
  put_aside(w, producer);
}

void drop_shells(Worker& w) noexcept {
  AtOnce& a = w.at_once;
  forget_prepared(w);
  // It may be running: then it is the block of a task that will be.
  if (a.prepared != nullptr && a.side == nullptr) keep_spare(w, std::exchange(a.prepared, nullptr));
  while (a.shell != nullptr || a.spares != nullptr) {
    Task* const shell = take_shell(w);
    w.blocks.free(shell, shell->size_class);
  }
}

}  // namespace tidemill::core
