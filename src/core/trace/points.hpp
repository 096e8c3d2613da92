// The trace points: one inline function per event, called at its one place. While nobody wants its
// level each is a look at one word and a branch that is predicted; the call behind it is cold.
// The calls are defined in sched/trace_points.cpp, as a trace knows no tasks.
#pragma once

#include "core/trace/events.hpp"

namespace tidemill::core {

class Worker;
struct EventCounter;
struct Fiber;
struct Task;

namespace trace {

enum class Then : std::uint8_t { body, more_waiting };

// A thread that is no worker has none: nullptr.
[[gnu::cold]] void task_slow(const Worker* w, const Task& task, Event event, From from) noexcept;
[[gnu::cold]] void ready_again_slow(const Worker* w, const Fiber& fiber) noexcept;
[[gnu::cold]] void resume_slow(const Worker& w, const Task& task, const Fiber* left,
                               Then then) noexcept;
/// `task`: nullptr means the one that runs on `w`.
[[gnu::cold]] void tell_slow(const Worker* w, Event event, const void* task,
                             const void* other = nullptr, std::uint64_t value = 0,
                             Phase phase = Phase::none) noexcept;

/// A task has been initialised and counted among its parent's children. By its creator, before
/// anybody else knows it.
inline void created(const Worker& w, const Task& task) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(&w, task, Event::created, From::caller);
}

/// It enters the ready set: call before the push. Any thread. Once a task, but for those that never
/// are in the set: included, undeferred or run immediately.
inline void ready(const Worker* w, const Task& task) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(w, task, Event::ready, From::ready_set);
}

/// Its body begins on this thread, which is what the worker knows already.
inline void begin(const Worker& w, const Task& task, From from) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(&w, task, Event::begin, from);
}

/// Its body is over, before anything follows from that. `to`: who goes on here.
inline void end(const Worker& w, const Task& task, From to) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(&w, task, Event::end, to);
}

/// It is complete: before its successors and those who wait for it are told. Any thread.
inline void complete(const Worker* w, const void* task) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    tell_slow(w, Event::complete, task);
}

/// The current task leaves its body, to wait or to give way: on the thread that it leaves.
inline void suspend(const Worker& w, const Task& task) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(&w, task, Event::suspend, From::ready_set);
}

/// A suspended task may go on, on the stack that it left: call before the push. Any thread.
inline void ready_again(const Worker* w, const Fiber& fiber) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    ready_again_slow(w, fiber);
}

/// It goes on, on the thread it comes back to. `left`: its stack, if it left that, for which
/// ready_again() was called; nullptr: it has waited where it stood.
inline void resume(const Worker& w, const Task& task, const Fiber* left,
                   Then then = Then::body) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    resume_slow(w, task, left, then);
}

/// An edge has been added, and so the predecessor was incomplete. By their parent.
inline void dependence(const void* predecessor, const void* successor) noexcept {
  if (wanted(kGraph)) [[unlikely]]
    tell_slow(nullptr, Event::dependence, successor, predecessor);
}

/// So many tasks were taken from another's queue.
inline void steal(const Worker& w, std::uint64_t tasks) noexcept {
  if (wanted(kScheduler)) [[unlikely]]
    tell_slow(&w, Event::steal, nullptr, nullptr, tasks);
}

/// The services have been polled, and that took so many ticks.
inline void poll(const Worker* w, std::uint64_t ticks) noexcept {
  if (wanted(kScheduler)) [[unlikely]]
    tell_slow(w, Event::poll, nullptr, nullptr, ticks);
}

/// The task, which runs here, completes no sooner than these events of its counter are fulfilled.
inline void message_bound(const Worker* w, const Task* task, const EventCounter& counter,
                          std::uint64_t events) noexcept {
  if (wanted(kMessages)) [[unlikely]]
    tell_slow(w, Event::message_bound, task, &counter, events);
}

/// By the thread that meets the region: its team of so many is formed; it is over.
inline void region(const Worker& w, int threads, Phase phase) noexcept {
  if (wanted(kTeams)) [[unlikely]]
    tell_slow(&w, Event::region, nullptr, nullptr, static_cast<std::uint64_t>(threads), phase);
}

/// By each member's thread: its implicit task comes to a barrier; it goes on.
inline void barrier(const Worker& w, Phase phase) noexcept {
  if (wanted(kTeams)) [[unlikely]]
    tell_slow(&w, Event::barrier, nullptr, nullptr, 0, phase);
}

/// The task has found a lock taken and waits, each time it does; it has the lock.
inline void lock(const Worker& w, Phase phase) noexcept {
  if (wanted(kLocks)) [[unlikely]]
    tell_slow(&w, Event::lock, nullptr, nullptr, 0, phase);
}

}  // namespace trace
}  // namespace tidemill::core
