// The trace points: one inline function per event, called at its one place. While nobody wants its
// level each is a look at one word and a branch that is predicted; the call behind it is cold.
//
// Templates, so that nothing here includes what it looks at: a Worker, a Task, a Fiber, a Team.
#pragma once

#include "core/trace/events.hpp"

namespace tidemill::core::trace {

/// What a record says of the thread.
template <class Worker>
Record record_on(const Worker* w, Event event) noexcept {
  Record r{.event = event};
  if (w == nullptr) return r;
  r.thread = w->id;
  r.account = const_cast<ThreadAccount*>(&w->account);
  if (w->innermost != nullptr) r.stands_in = &w->innermost->team->account;
  return r;
}

template <class Worker, class Task>
Record record_of(const Worker* w, Event event, const Task& task) noexcept {
  Record r = record_on(w, event);
  r.task = &task;
  r.implicit = task.implicit;
  r.of_team = &task.team->account;
  return r;
}

template <class Worker, class Task>
[[gnu::cold, gnu::noinline]] void task_slow(const Worker* w, const Task& task, Event event,
                                            From from) noexcept {
  Record r = record_of(w, event, task);
  r.from = from;
  emit(r);
}

/// A task has been initialised and counted among its parent's children. By its creator, before
/// anybody else knows it.
template <class Worker, class Task>
inline void created(const Worker& w, const Task& task) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(&w, task, Event::created, From::caller);
}

/// It enters the ready set: call before the push. Any thread; `w` may be nullptr. Once a task, but
/// for those that never are in the set: included, undeferred or run immediately.
template <class Worker, class Task>
inline void ready(const Worker* w, const Task& task) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(w, task, Event::ready, From::ready_set);
}

/// Its body begins on this thread, which is what the worker knows already.
template <class Worker, class Task>
inline void begin(const Worker& w, const Task& task, From from) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(&w, task, Event::begin, from);
}

/// Its body is over, before anything follows from that. `to`: who goes on here.
template <class Worker, class Task>
inline void end(const Worker& w, const Task& task, From to) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(&w, task, Event::end, to);
}

template <class Worker>
[[gnu::cold, gnu::noinline]] void complete_slow(const Worker* w, const void* task) noexcept {
  Record r = record_on(w, Event::complete);
  r.task = task;
  emit(r);
}
/// It is complete: before its successors and those who wait for it are told. Any thread.
template <class Worker>
inline void complete(const Worker* w, const void* task) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    complete_slow(w, task);
}

/// The current task leaves its body, to wait or to give way: on the thread that it leaves.
template <class Worker, class Task>
inline void suspend(const Worker& w, const Task& task) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(&w, task, Event::suspend, From::ready_set);
}

/// Who may go on with it: its home alone, or any of its team's threads.
template <class Fiber>
void say_where(Record& r, const Fiber& fiber) noexcept {
  if (fiber.home != nullptr)
    r.only_on = &fiber.home->account;
  else
    r.of_team = &fiber.member->team->account;
}

template <class Worker, class Fiber>
[[gnu::cold, gnu::noinline]] void ready_again_slow(const Worker* w, const Fiber& fiber) noexcept {
  Record r = record_of(w, Event::ready, *fiber.task);
  r.of_team = nullptr;
  r.again = true;
  say_where(r, fiber);
  emit(r);
}
/// A suspended task may go on, on the stack that it left: call before the push. Any thread.
template <class Worker, class Fiber>
inline void ready_again(const Worker* w, const Fiber& fiber) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    ready_again_slow(w, fiber);
}

enum class Then : std::uint8_t { body, more_waiting };

template <class Worker, class Task, class Fiber>
[[gnu::cold, gnu::noinline]] void resume_slow(const Worker& w, const Task& task, const Fiber* left,
                                              Then then) noexcept {
  Record r = record_of(&w, Event::resume, task);
  r.from = left != nullptr ? From::ready_set : From::caller;
  r.waits_on = then == Then::more_waiting;
  r.of_team = nullptr;
  if (left != nullptr) say_where(r, *left);
  emit(r);
}
/// It goes on, on the thread it comes back to. `left`: its stack, if it left that, for which
/// ready_again() was called; nullptr: it has waited where it stood.
template <class Worker, class Task, class Fiber>
inline void resume(const Worker& w, const Task& task, const Fiber* left,
                   Then then = Then::body) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    resume_slow(w, task, left, then);
}

[[gnu::cold, gnu::noinline]] inline void dependence_slow(const void* predecessor,
                                                         const void* successor) noexcept {
  Record r{.event = Event::dependence};
  r.task = successor;
  r.other = predecessor;
  emit(r);
}
/// An edge has been added, and so the predecessor was incomplete. By their parent.
inline void dependence(const void* predecessor, const void* successor) noexcept {
  if (wanted(kGraph)) [[unlikely]]
    dependence_slow(predecessor, successor);
}

template <class Worker>
[[gnu::cold, gnu::noinline]] void value_slow(const Worker* w, Event event, std::uint64_t value,
                                             Phase phase) noexcept {
  Record r = record_on(w, event);
  r.value = value;
  r.phase = phase;
  if (w != nullptr) r.task = w->task;
  emit(r);
}

/// So many tasks were taken from another's queue.
template <class Worker>
inline void steal(const Worker& w, std::uint64_t tasks) noexcept {
  if (wanted(kScheduler)) [[unlikely]]
    value_slow(&w, Event::steal, tasks, Phase::none);
}

/// The services have been polled, and that took so many ticks.
template <class Worker>
inline void poll(const Worker* w, std::uint64_t ticks) noexcept {
  if (wanted(kScheduler)) [[unlikely]]
    value_slow(w, Event::poll, ticks, Phase::none);
}

template <class Worker, class Counter>
[[gnu::cold, gnu::noinline]] void message_bound_slow(const Worker* w, const Counter& counter,
                                                     std::uint64_t events) noexcept {
  Record r = record_on(w, Event::message_bound);
  r.task = counter.task;
  r.other = &counter;
  r.value = events;
  emit(r);
}
/// The running task completes no sooner than these events are fulfilled.
template <class Worker, class Counter>
inline void message_bound(const Worker* w, const Counter& counter, std::uint64_t events) noexcept {
  if (wanted(kMessages)) [[unlikely]]
    message_bound_slow(w, counter, events);
}

/// By the thread that meets the region: the team is formed; it is over.
template <class Worker, class Team>
inline void region(const Worker& w, const Team& team, Phase phase) noexcept {
  if (wanted(kTeams)) [[unlikely]]
    value_slow(&w, Event::region, static_cast<std::uint64_t>(team.size), phase);
}

/// By each member's thread: its implicit task comes to a barrier; it goes on.
template <class Worker>
inline void barrier(const Worker& w, Phase phase) noexcept {
  if (wanted(kTeams)) [[unlikely]]
    value_slow(&w, Event::barrier, 0, phase);
}

/// The task has found a lock taken and waits, each time it does; it has the lock.
template <class Worker>
inline void lock(const Worker& w, Phase phase) noexcept {
  if (wanted(kLocks)) [[unlikely]]
    value_slow(&w, Event::lock, 0, phase);
}

}  // namespace tidemill::core::trace
