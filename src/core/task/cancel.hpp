// Cancellation (OpenMP 5.2, chapter 11), when OMP_CANCELLATION asks for it: a bit in the team
// (parallel, loop, sections) or a flag in the taskgroup, which cancellation points and barriers
// read. Who waits in such a place is woken. What tasks and barriers do then:
// docs/mechanisms/constructs.md.
#pragma once

#include <atomic>

#include "core/model/task.hpp"
#include "core/model/team.hpp"

namespace tidemill::core {

/// `cancel what`: true when the encountering task is to leave.
bool cancel(Cancel what);

/// `cancellation point what`: the same. Parallel and taskgroup are also left when the region
/// around them is cancelled.
bool cancellation_point(Cancel what) noexcept;

/// Has anything ever been cancelled? relaxed: a task created after a cancellation is handed over by
/// its queue and sees it; another may run.
extern std::atomic<bool> ever_cancelled;

/// Is this explicit task of what has been cancelled?
bool is_cancelled_slow(const Task& task) noexcept;
inline bool is_cancelled(const Task& task) noexcept {
  return ever_cancelled.load(std::memory_order_relaxed) && is_cancelled_slow(task);
}

/// Would one that the current task creates be?
bool creates_cancelled_slow(const Worker& w) noexcept;
inline bool creates_cancelled(const Worker& w) noexcept {
  return ever_cancelled.load(std::memory_order_relaxed) && creates_cancelled_slow(w);
}

/// ... and, about to begin, to be left out? Then what was bound to it isn't any more. By its
/// runner.
bool discard_slow(Task& task) noexcept;
inline bool discard(Task& task) noexcept {
  return ever_cancelled.load(std::memory_order_relaxed) && discard_slow(task);
}

/// Not one with objects: its body runs, and asks by itself.
inline bool discard_unless_objects(Task& task) noexcept {
  return ever_cancelled.load(std::memory_order_relaxed) && !task.has_objects && discard_slow(task);
}

}  // namespace tidemill::core
