// The trace points: one inline function per event, called at its one place. When that is, and by
// whom, docs/mechanisms/trace.md tells of each. While nobody wants its level each is a look at one
// word and a branch that is predicted; the call behind it is cold. The calls are defined in
// sched/trace_points.cpp, as a trace knows no tasks.
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

inline void created(const Worker& w, const Task& task) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(&w, task, Event::created, From::caller);
}

/// Call before the push.
inline void ready(const Worker* w, const Task& task) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(w, task, Event::ready, From::ready_set);
}

inline void begin(const Worker& w, const Task& task, From from) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(&w, task, Event::begin, from);
}

/// `to`: who goes on here.
inline void end(const Worker& w, const Task& task, From to) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(&w, task, Event::end, to);
}

inline void complete(const Worker* w, const void* task) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    tell_slow(w, Event::complete, task);
}

inline void suspend(const Worker& w, const Task& task) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    task_slow(&w, task, Event::suspend, From::ready_set);
}

/// The task may go on on the stack that it left: call before the push.
inline void ready_again(const Worker* w, const Fiber& fiber) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    ready_again_slow(w, fiber);
}

/// `left`: its stack, if it left that, for which ready_again() was called; nullptr: it has waited
/// where it stood.
inline void resume(const Worker& w, const Task& task, const Fiber* left,
                   Then then = Then::body) noexcept {
  if (wanted(kTasks)) [[unlikely]]
    resume_slow(w, task, left, then);
}

inline void dependence(const void* predecessor, const void* successor) noexcept {
  if (wanted(kGraph)) [[unlikely]]
    tell_slow(nullptr, Event::dependence, successor, predecessor);
}

inline void steal(const Worker& w, std::uint64_t tasks) noexcept {
  if (wanted(kScheduler)) [[unlikely]]
    tell_slow(&w, Event::steal, nullptr, nullptr, tasks);
}

inline void poll(const Worker* w, std::uint64_t ticks) noexcept {
  if (wanted(kScheduler)) [[unlikely]]
    tell_slow(w, Event::poll, nullptr, nullptr, ticks);
}

inline void message_bound(const Worker* w, const Task* task, const EventCounter& counter,
                          std::uint64_t events) noexcept {
  if (wanted(kMessages)) [[unlikely]]
    tell_slow(w, Event::message_bound, task, &counter, events);
}

inline void region(const Worker& w, int threads, Phase phase) noexcept {
  if (wanted(kTeams)) [[unlikely]]
    tell_slow(&w, Event::region, nullptr, nullptr, static_cast<std::uint64_t>(threads), phase);
}

inline void barrier(const Worker& w, Phase phase) noexcept {
  if (wanted(kTeams)) [[unlikely]]
    tell_slow(&w, Event::barrier, nullptr, nullptr, 0, phase);
}

inline void lock(const Worker& w, Phase phase) noexcept {
  if (wanted(kLocks)) [[unlikely]]
    tell_slow(&w, Event::lock, nullptr, nullptr, 0, phase);
}

}  // namespace trace
}  // namespace tidemill::core
