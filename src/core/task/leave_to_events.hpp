// What a task whose body is over does where only events are left of it (model/event_counter.hpp).
// In line: tasks that bind a message each come in thousands.
#pragma once

#include <utility>

#include "core/model/event_counter.hpp"
#include "core/model/task.hpp"
#include "core/model/team.hpp"
#include "core/model/worker.hpp"

namespace tidemill::core {

/// The worker's slot in the team, if it has one.
inline Member* slot_in(Worker& here, const Team& team) noexcept {
  return here.member->team == &team ? here.member : here.member_of(&team);
}

/// Nothing but its events hangs on the task, whose body is over, and which is among its parent's
/// children, and in its group: from here on its counter is. The block is the caller's.
inline void leave_to_events(Worker& here, Task* task) noexcept {
  EventCounter* const counter = std::exchange(task->events, nullptr);
  counter->task = task->parent;
  counter->group = task->creation_group;
  counter->task_is_gone = true;
  if (counter->from_outside) task->team->count_outside(slot_in(here, *task->team), 1);
  if (counter->take_off(1)) [[unlikely]]
    end_events(&here, counter);
}

}  // namespace tidemill::core
