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
// left children or events behind (enrol_late()). Everything else of its descriptor is as it is for
// any task.
//
// When not (then the producer queues the task and is put aside as before): if somebody is hungry;
// if the worker has something that goes before, resumed, dependent or prioritised; above another
// side call; if the scheduling constraint forbids it. And a worker takes its queue's turn after
// kTurnUs: newer tasks don't hold older ones up for ever. A task that creates so many children
// itself that it is put aside takes its producer with it: that is as crowded, being in front of the
// same queue, and the newest goes on first.
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

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/sched/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/task/beside.hpp"
#include "core/task/plain_parts.hpp"
#include "core/task/prepared.hpp"
#include "core/task/task.hpp"
#include "core/team/cancel.hpp"

namespace tidemill::core {

/// The likely path's exits.
bool look_at_turn_slow(Worker& w) noexcept;
bool constraint_allows_child_slow(const Member& m, const Task& producer) noexcept;
void finish_at_once_slow(Worker& w, Task* task);
void go_on_slow(Task* producer, Member* m);

/// Those to whom a queue with nothing in it has no turn to give.
enum class Turns : std::uint8_t { taken, left_to_nobody };

/// May a child of the current task begin now, on top of it?
template <Turns turns = Turns::taken>
inline bool may_begin_at_once(Worker& w) noexcept {
  Member& m = *w.member;
  if (w.strict.maybe_nonempty() || m.ordered.smallest() != kNoKey || m.inner != 0 ||
      w.fiber->below != nullptr || !may_call_on_side(w))
    return false;
  if (!m.waiting.empty() && !constraint_allows_child_slow(m, *w.task)) [[unlikely]]
    return false;
  if (m.team->hungry()) [[unlikely]]
    share_new_tasks_slow(m);
  if (--w.at_once.left == 0 && !look_at_turn_slow(w)) [[unlikely]]
    if (turns == Turns::taken || m.deque.size() != 0) return false;
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
/// Of a task that is as new again.
inline void keep_spare(Worker& w, Task* shell) noexcept {
  AtOnce& a = w.at_once;
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
/// its block would inherit.
inline bool is_as_new(const Task& task) noexcept {
  return task.events.load(std::memory_order_acquire) == 1 &&  // as in fulfil_events()
         task.family.is_as_new() &&
         !(task.named | task.has_more | task.icvs_shared | task.untied | task.has_objects);
}

/// In a team of one a ready task has nobody else to run it: it need not be queued first.
inline bool is_lone_producer(const Worker& w) noexcept {
  const Task& producer = *w.task;
  return w.member->team->size == 1 && !producer.final && !producer.untied && !settings().migrate;
}

/// What becomes of a shell that is as new again.
enum class Shell : std::uint8_t { kept, prepared };

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
    task->group = task->creation_group = group;  // counted only if it outlives the call
  if (w.at_once.side == nullptr) [[unlikely]]
    w.at_once.side = make_side_stack_slow(w, Below::produces);
  if (call_on_side(w, task, w.at_once.side) == CallEnd::overtaken) [[unlikely]] {
    go_on_slow(producer, m);
    return CallEnd::overtaken;
  }
  w.task = producer;
  if (group != nullptr || !is_as_new(*task) || w.at_once.shell != nullptr ||
      task->size_class != AtOnce::kClass) [[unlikely]]
    finish_at_once_slow(w, task);
  else if (then == Shell::prepared)
    prepare_next(w, task);
  else
    w.at_once.shell = task;
  return CallEnd::returned;
}

/// The same for one that enters its dependences only if it outlives that.
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
/// The same for one that ran at once: its dependences are entered, too.
void outlive_call(Worker& w, Task* task, std::span<const Dependence> dependences) noexcept;

/// The current task is put aside as a producer: so is the producer whose side call it stands on.
void put_producer_aside_slow(Worker& w) noexcept;

/// The worker ends, or gives its stacks back.
void drop_shells(Worker& w) noexcept;

}  // namespace tidemill::core
