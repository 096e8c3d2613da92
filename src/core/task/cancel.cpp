#include "core/task/cancel.hpp"

#include "core/model/worker.hpp"
#include "core/settings/settings.hpp"

namespace tidemill::core {

std::atomic<bool> ever_cancelled{false};

namespace {

/// The group `cancel taskgroup` means.
TaskGroup* cancelled_group(const Task& task) noexcept {
  TaskGroup* group = task.group;
  while (group != nullptr && group->kind != GroupKind::taskgroup) group = group->outer;
  return group;
}

/// A task of a group nested in the cancelled one belongs to its set, too. An outer group waits for
/// the inner ones' tasks, so it is still there.
bool is_cancelled(const Team& team, const TaskGroup* group) noexcept {
  if (team.is_cancelled(Cancel::parallel)) return true;
  for (const TaskGroup* g = group; g != nullptr; g = g->outer)
    if (g->cancelled.load(std::memory_order_acquire)) return true;
  return false;
}

}  // namespace

bool cancel(Cancel what) {
  if (!settings().cancellation) return false;
  ever_cancelled.store(true, std::memory_order_relaxed);  // see there
  Worker& w = current_worker();
  Team& team = *w.member->team;
  switch (what) {
    case Cancel::parallel:
      team.cancel_region();
      break;
    case Cancel::loop:
    case Cancel::sections:
      // acq_rel: what we did, for those who leave because of it.
      team.cancelled.fetch_or(static_cast<std::uint8_t>(what), std::memory_order_acq_rel);
      break;
    case Cancel::taskgroup:
      if (TaskGroup* group = cancelled_group(*w.task))
        group->cancelled.store(true, std::memory_order_release);  // with the acquires below
      break;
  }
  return true;
}

bool cancellation_point(Cancel what) noexcept {
  if (!ever_cancelled.load(std::memory_order_relaxed)) return false;
  const Worker& w = current_worker();
  const Team& team = *w.member->team;
  if (what == Cancel::taskgroup) {
    const TaskGroup* group = cancelled_group(*w.task);
    if (group != nullptr && group->cancelled.load(std::memory_order_acquire)) return true;
  } else if (what != Cancel::parallel && team.is_cancelled(what)) {
    return true;
  }
  return team.is_cancelled(Cancel::parallel);
}

bool is_cancelled_slow(const Task& task) noexcept {
  return is_cancelled(*task.team, task.creation_group);
}

bool creates_cancelled_slow(const Worker& w) noexcept {
  return is_cancelled(*w.member->team, w.task->group);
}

bool discard_slow(Task& task) noexcept {
  if (!is_cancelled_slow(task)) return false;
  if (task.events != nullptr) leave_without_events(current_worker(), task);
  return true;
}

}  // namespace tidemill::core
