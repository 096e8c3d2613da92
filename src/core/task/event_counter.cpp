#include "core/model/event_counter.hpp"

#include <new>
#include <utility>

#include "core/model/task.hpp"
#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

EventCounter* make_event_counter(Worker& w, Task* task) noexcept {
  return task->events = new (w.memory.blocks.allocate_line()) EventCounter(task);
}

EventCounter* current_event_counter() noexcept {
  Worker& w = current_worker();
  Task* const task = w.task;
  if (task->implicit && task->team->level == 0) return nullptr;
  if (task->events != nullptr) return task->events;
  return make_event_counter(w, task);
}

void free_event_counter(Worker* here, EventCounter* counter) noexcept {
  if (here != nullptr) [[likely]]
    here->memory.blocks.free(counter, BlockCache::kLineClass);
  else
    BlockCache::free_shared(counter, BlockCache::kLineClass);
}

namespace {

/// So many tasks more of `task`'s team, or less, wait for events from outside. While something else
/// is counted that keeps the team.
void count_outside(Worker* here, const Task& task, std::int32_t change) noexcept {
  task.team->count_outside(here != nullptr ? here->slot_in(*task.team) : nullptr, change);
}

}  // namespace

void end_events(Worker* here, EventCounter* counter) noexcept {
  if (here != nullptr) here->polls.events_came = true;
  Task* const task = counter->task;
  if (task == nullptr) return free_event_counter(here, counter);
  if (counter->from_outside) count_outside(here, *task, -1);
  TaskGroup* const group = counter->group;
  const bool gone = counter->task_is_gone;
  if (gone) trace::complete(here, counter);
  free_event_counter(here, counter);
  if (gone) return count_down_gone(here, task, 1, group);
  task->events = nullptr;
  if (task->implicit) return task->wait.complete();  // its team's last barrier waits for events
  complete_task(here, task);
}

void fulfil_events(EventCounter* counter, std::uint32_t count) noexcept {
  if (counter->take_off(count)) end_events(current_worker_or_null(), counter);
}

void fulfil_body(Worker& here, Task* task) noexcept {
  if (task->events->from_outside) count_outside(&here, *task, 1);
  fulfil_events(task->events, 1);
}

void fulfil_each(void* const counters[], std::uint32_t count) noexcept {
  Worker* const here = current_worker_or_null();
  if (here != nullptr) here->polls.events_came = true;
  Task* parent = nullptr;  // which stays, as long as it counts these
  std::uint32_t of_parent = 0;
  std::int32_t from_outside = 0;
  const auto count_down = [&] {
    if (from_outside != 0) count_outside(here, *parent, -from_outside);
    count_down_gone(here, parent, of_parent, nullptr);
  };
  for (std::uint32_t i = 0; i < count; ++i) {
    auto* const counter = static_cast<EventCounter*>(counters[i]);
    if (!counter->take_off(1)) continue;
    if (!counter->task_is_gone || counter->group != nullptr) {
      end_events(here, counter);
      continue;
    }
    if (counter->task != parent) {
      if (parent != nullptr) count_down();
      parent = counter->task;
      of_parent = 0;
      from_outside = 0;
    }
    trace::complete(here, counter);
    ++of_parent;
    from_outside += counter->from_outside;
    free_event_counter(here, counter);
  }
  if (parent != nullptr) count_down();
}

void leave_without_events(Worker& here, Task& task) noexcept {
  EventCounter* const counter = std::exchange(task.events, nullptr);
  counter->task = nullptr;
  // With it a proxy's, which only the body would have seen to.
  if (counter->take_off(counter->keeps_task ? 2 : 1)) free_event_counter(&here, counter);
}

}  // namespace tidemill::core
