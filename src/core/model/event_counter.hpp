// The events of a task: what keeps it incomplete besides its body (tidemill/tasking.h, `detach`). A
// task that is asked for its counter gets one, a line of memory of its own. Once its body is over
// and only events are left, the counter takes its place (docs/mechanisms/tasks.md, "Events").
//
// `outstanding` counts the events and, until it is over, the body. Whoever takes off the last one
// completes the task, or what it has left behind, and frees the counter. Before that the fields are
// written by the task's own code alone, which holds the body's part; taking that off hands them
// over.
//
// A task that is discarded is complete without its events: whoever takes off the last one frees the
// counter and does nothing else. If nobody does, the line stays taken: a handle is its address.
//
// Defined in task/event_counter.cpp.
#pragma once

#include <atomic>
#include <cstdint>

#include "platform/cpu.hpp"

namespace tidemill::core {

class Worker;
struct Task;
struct TaskGroup;

struct alignas(platform::kCacheLine) EventCounter {
  explicit EventCounter(Task* t) noexcept : task(t) {}

  // Shared; see above. acq_rel, with itself: who comes to 0 sees the fields, and what all did who
  // took something off before.
  std::atomic<std::uint32_t> outstanding{1};
  bool task_is_gone = false;   // and has left its place
  bool keeps_task = false;     // somebody names the events by the task: it stays
  bool from_outside = false;   // some were bound by tidemill/tasking.h, for a layer such as MPI's
  Task* task;                  // whose they are; of one that is gone: its parent; nullptr: nobody's
  TaskGroup* group = nullptr;  // of one that is gone: in which it was created

  /// `count` more. The task's own code.
  void bind(std::uint32_t count) noexcept {
    // relaxed: only the owner adds, and the handle is handed over by other means. With no event
    // outstanding nobody subtracts either; acquire: a plain store hands on what those did who have.
    if (outstanding.load(std::memory_order_acquire) == 1)
      outstanding.store(1 + count, std::memory_order_relaxed);
    else
      outstanding.fetch_add(count, std::memory_order_relaxed);
  }

  /// The same, of a layer such as MPI's: see fulfil_body().
  void bind_from_outside(std::uint32_t count) noexcept {
    from_outside = true;
    bind(count);
  }

  /// True: they were the last ones.
  bool take_off(std::uint32_t count) noexcept {
    // Alone: nobody else holds an event and only the task's own code binds more, so there is
    // nothing to race with. acquire: sees what others did before their fetch_sub.
    return outstanding.load(std::memory_order_acquire) == count ||
           outstanding.fetch_sub(count, std::memory_order_acq_rel) == count;
  }
};

static_assert(sizeof(EventCounter) == platform::kCacheLine);

/// Of a task that has none: of its own code, or for one that isn't submitted yet, of its creator.
EventCounter* make_event_counter(Worker& w, Task* task) noexcept;

/// The current task's; nullptr outside any region and explicit task.
EventCounter* current_event_counter() noexcept;

void free_event_counter(Worker* here, EventCounter* counter) noexcept;

/// Fulfils `count` events; completes the task when they were the last, its body being over. Any
/// thread.
void fulfil_events(EventCounter* counter, std::uint32_t count) noexcept;

/// The body's part is over: from here on the task, if it isn't complete, waits for its events.
/// Those from outside are counted (Team::count_outside()), but not those of `detach`: what fulfils
/// them is the program's, which keeps to the task scheduling constraint.
void fulfil_body(Worker& here, Task* task) noexcept;

/// One event of each of `count` counters. Siblings that are gone are counted down together.
void fulfil_each(void* const counters[], std::uint32_t count) noexcept;

/// All are fulfilled, and the body is over: completes the task, or what it has left behind.
void end_events(Worker* here, EventCounter* counter) noexcept;

/// The task won't run: its events don't keep it from completion. Called by the worker that would
/// have run it. The events were bound before, and other threads may fulfil them meanwhile.
void leave_without_events(Worker& here, Task& task) noexcept;

}  // namespace tidemill::core
