// The children of a crowded producer run at once, on a stack of their own.
//
// A producer whose worker has enough ready tasks (task/throttle.hpp) need not queue the next one
// only to be put aside until it has run: it is run there and then, while its descriptor is in the
// nearest cache, and is mostly over before anybody else could have heard of it. But never on the
// producer's stack, where a task that blocks would pin it: it is run beside it (task/beside.hpp).
// Where it ends in one go its descriptor is used again. Where it comes to wait, or gives way, the
// producer goes on first.
//
// What the world sees of the task. While it runs on top of its producer, nobody but itself and its
// children can tell that there is one. So it is counted among its producer's children, and the
// producer's ICVs marked as shared, only if it outlives the call: when it comes to wait, or has
// left children behind (enrol_late()). Where it leaves only events, their counter is counted, and
// the task is gone (task/event_counter.hpp). Everything else of its descriptor is as it is for any
// task.
//
// When not (then the producer queues the task and is put aside as before): if the worker has
// something that goes before, resumed, dependent or prioritised; above a number of other side
// calls; if the scheduling constraint forbids it. And a worker takes its queue's turn after
// kTurnUs: newer tasks don't hold older ones up for ever.
//
// A task in front of a queue that is full enough has its children run at once likewise, be they few
// and itself on a side call: on top of it, on a stack of those at hand, so that they are mostly
// over when it ends. One that is put aside takes the producers below with it: they are as crowded,
// being in front of the same queue, and the newest goes on first.
//
// The same for teams of one, where nobody else would run a ready task: outside any region every
// task, and with dependences if no sibling is incomplete, which leaves nothing to wait for. Such a
// task enters its dependences only if it outlives the call: what may name them comes later.
//
// The descriptor is a block kept as new (AtOnce::shell): a task that ends without having touched
// more of it than every task's creation writes leaves it so, and costs no initialisation. Clang's
// code writes the captured data into a block that the runtime hands out before: it gets the shell
// then, which comes back if its task is run at once, and is a block as any otherwise. Of a crowded
// producer the next child is prepared ahead (task/prepared.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "core/sched/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/task/beside.hpp"
#include "core/task/leave_to_events.hpp"
#include "core/task/plain_parts.hpp"
#include "core/task/prepared.hpp"
#include "core/task/task.hpp"
#include "core/team/cancel.hpp"

namespace tidemill::core {

/// The likely path's exits.
bool look_at_turn_slow(Worker& w) noexcept;
bool constraint_allows_child_slow(const Member& m, const Task& producer) noexcept;
void finish_at_once_slow(Worker& w, Task* task);
void finish_one_of_many_slow(Worker& w, Task* task);
void go_on_slow(Task* producer, Member* m);

/// Those to whom a queue with nothing in it has no turn to give.
enum class Turns : std::uint8_t { taken, left_to_nobody };

/// Does anything go before a child of the current task, or forbid it to begin?
inline bool is_held_up(const Worker& w) noexcept {
  const Member& m = *w.member;
  if (w.inbox.maybe_nonempty() || m.ordered.smallest() != kNoKey || m.inner != 0 ||
      !may_call_on_side(w) || creates_cancelled(w))
    return true;
  return !m.waiting.empty() && !constraint_allows_child_slow(m, *w.task);
}
/// With those who have nothing to do, what is queued.
inline void share_with_hungry(Member& m) noexcept {
  if (m.team->hungry()) [[unlikely]]
    share_new_tasks_slow(m);
}

/// May a child of the current task begin now, on top of it?
template <Turns turns = Turns::taken>
inline bool may_begin_at_once(Worker& w) noexcept {
  if (w.fiber->below != nullptr || is_held_up(w)) return false;
  share_with_hungry(*w.member);
  if (--w.at_once.left != 0) return true;
  const bool ours = look_at_turn_slow(w);
  if (w.inbox.maybe_nonempty()) return false;  // by what was polled
  return ours || (turns == Turns::left_to_nobody && w.member->deque.size() == 0);
}

/// Does the current task stand on a side call itself?
inline bool is_nested(const Worker& w) noexcept { return w.fiber->below != nullptr; }
/// As may_begin_at_once() there: in a recursion as far as it is worth a stack each, and as long as
/// it isn't time for a look at the clock, which is left to the lowest.
inline bool may_begin_nested(Worker& w) noexcept {
  constexpr int kMostNested = 8;
  AtOnce& a = w.at_once;
  if (a.left <= 1 || !a.dependences.empty()) return false;
  int calls = 0;
  for (const Fiber* f = w.fiber->below; f != nullptr; f = f->below)
    if (++calls == kMostNested) return false;
  if (is_held_up(w)) return false;
  share_with_hungry(*w.member);
  --a.left;
  return true;
}

/// A block of AtOnce::kBytes with a task as new, for a child of the current one.
Task* make_shell_slow(Worker& w) noexcept;
Task* take_spare_slow(Worker& w) noexcept;
inline Task* take_shell(Worker& w) noexcept {
  Task* const shell = w.at_once.shell;
  if (shell == nullptr) [[unlikely]]
    return take_spare_slow(w);
  w.at_once.shell = nullptr;
  return shell;
}
/// The block's next task is counted in the group only if it outlives its call.
inline void stand_in(Task* task, TaskGroup* group) noexcept {
  task->group = task->creation_group = group;
}
/// Of a task that is as new again.
inline void keep_spare(Worker& w, Task* shell) noexcept {
  AtOnce& a = w.at_once;
  stand_in(shell, nullptr);
  if (a.shell == nullptr) {
    a.shell = shell;
    return;
  }
  shell->next = a.spares;
  a.spares = shell;
  ++a.spare_count;
}
inline bool may_be_spare(const Worker& w, const Task& task) noexcept {
  return task.size_class == AtOnce::kClass && w.at_once.spare_count < AtOnce::kMostSpares;
}

/// The task has ended and nothing is left of it, nor has it changed anything that the next one in
/// its block would inherit. Byte by byte, as a byte just written is slow to read among others.
inline bool is_as_new(const Task& task) noexcept {
  return task.events == nullptr && task.family.is_as_new() &&
         !(task.named | task.has_more | task.icvs_shared | task.untied | task.has_objects);
}

/// The task has ended: events that were fulfilled before are as if it had bound none.
inline void drop_fulfilled_events(Worker& w, Task* task) noexcept {
  if (task->events == nullptr || has_events_left(*task)) return;
  free_event_counter(&w, std::exchange(task->events, nullptr));
}

/// The task has ended, and all that hangs on it are events.
inline bool awaits_only_events(const Task& task) noexcept {
  return task.events != nullptr && !task.events->keeps_task && task.family.is_as_new() &&
         !(task.named | task.has_more);
}
/// Such a task, that has run at once, outlives that by its events alone: its block is as new.
/// As enrol_late() and finish_body(), of what isn't gone.
inline void outlive_body(Worker& w, Task* task) noexcept {
  if (task->creation_group != nullptr) [[unlikely]] {
    count_in_group(w, task);
    task->has_more = false;
  }
  task->parent->family.add_child();
  leave_to_events(w, task);
  task->untied = task->has_objects = task->icvs_shared = false;
}

/// In a team of one a ready task has nobody else to run it: it need not be queued first.
inline bool is_lone_producer(const Worker& w) noexcept {
  const Task& producer = *w.task;
  return w.member->team->size == 1 && !producer.final && !producer.untied && !settings().migrate;
}

/// What becomes of a shell that is as new again. Prepared: if its producer creates one like it
/// after the other.
enum class Shell : std::uint8_t { kept, prepared };
inline bool creates_many(AtOnce& a, const Task* producer) noexcept {
  constexpr std::uint32_t kMany = 8;
  if (a.last_producer != producer) {
    a.last_producer = producer;
    a.of_last_producer = 0;
  }
  return ++a.of_last_producer > kMany;
}

/// Runs `task`, whose body and data are set, as a child of the current one; as may_begin_at_once()
/// has allowed.
template <Shell then = Shell::kept>
[[gnu::always_inline]] inline CallEnd run_at_once(Worker& w, Task* task) {
  Task* const producer = w.task;
  Member* const m = w.member;
  inherit(task, producer, m);
  task->worker = &w;
  forget_prepared(w);  // the side stack is this one's
  TaskGroup* const group = producer->group;
  if (group != nullptr) [[unlikely]]
    stand_in(task, group);
  if (w.at_once.side == nullptr) [[unlikely]]
    w.at_once.side = make_side_stack_slow(w, Below::produces);
  if (call_on_side(w, task, w.at_once.side) == CallEnd::overtaken) [[unlikely]] {
    go_on_slow(producer, m);
    return CallEnd::overtaken;
  }
  w.task = producer;
  if (!is_as_new(*task) || !may_be_spare(w, *task)) [[unlikely]]
    then == Shell::prepared ? finish_one_of_many_slow(w, task) : finish_at_once_slow(w, task);
  else if (then == Shell::prepared && creates_many(w.at_once, producer))
    prepare_next(w, task);
  else
    keep_spare(w, task);
  return CallEnd::returned;
}

/// The same where the current task is_nested(), as may_begin_nested() has allowed.
void run_nested(Worker& w, Task* task);

/// run_at_once() for a task that enters its dependences only if it outlives that.
inline CallEnd run_unentered(Worker& w, Task* task, std::span<const Dependence> dependences) {
  w.at_once.dependences = dependences;
  const CallEnd end = run_at_once(w, task);
  // Who has entered them has taken them from there, and may have waited since: then what is there
  // now is another's.
  if (end == CallEnd::returned && w.at_once.dependences.data() == dependences.data())
    w.at_once.dependences = {};
  return end;
}

/// The task outlives the call that ran it on top of its creator: from here on it is the creator's
/// child as any.
void enrol_late(Worker& w, Task* task) noexcept;
/// One that ran at once has come to wait: the next few will, too, and to wait costs less from a
/// queue, without a parent to go on first.
void be_reluctant(AtOnce& a) noexcept;
/// enrol_late(), and its dependences are entered, too.
void outlive_call(Worker& w, Task* task, std::span<const Dependence> dependences) noexcept;

/// The current task is put aside as a producer: so are the producers below `fiber`, on which it
/// stands, being as crowded. A parent that waits may run what crowds them.
void put_producers_aside_slow(Worker& w, Fiber* fiber) noexcept;

/// The worker ends, or gives its stacks back.
void drop_shells(Worker& w) noexcept;

}  // namespace tidemill::core
