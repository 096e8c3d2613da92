// Cancellation (OpenMP 5.2, chapter 11), when OMP_CANCELLATION asks for it.
//
// `cancel` sets a bit in the team (parallel, loop, sections) or a flag in the taskgroup;
// cancellation points read them. Who comes to one leaves the construct by itself: the compiler has
// the code. Loops and sections: the bit goes with the barrier at their end. Parallel: barriers are
// cancellation points, and whoever waits in one is woken (team/barrier.cpp); so are waits for an
// ordered turn or a doacross iteration, and waits for a construct's descriptor. Tasks of a
// cancelled taskgroup or region that haven't begun are discarded: their bodies are left out,
// everything that hangs on their completion goes its way. Their events don't count, as mostly the
// body would have seen to it that they are fulfilled; one may be, all the same, at any time.
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
