// What a worker runs next, of all the teams it is in. Of one team's the ready set decides
// (ready/ready_set.hpp); here is what comes before and after, in the order that
// docs/mechanisms/dispatch.md tells, and what a worker does between two tasks: a look at the clock,
// a poll, wake-ups it owes.
//
// For the worker itself; everything it looks at that is shared may be looked at by any thread.
//
// Defined in sched/choose.cpp.
#pragma once

#include "core/ready/ready_set.hpp"

namespace tidemill::core {

class Worker;
struct Member;

/// What `w` should run now, or nullptr. The caller owns it.
Runnable* next(Worker& w, Look look) noexcept;

/// Could next() find anything, as far as the hints go? For who asks again, if not.
bool may_find(const Worker& w, Look look) noexcept;

/// Lets a throttled creator of one of its teams go on, if it is time for one (task/throttle.hpp).
bool resume_creator(Worker& w, std::uint64_t idle_since) noexcept;

/// Queues and wakes sleepers for what run_task() has left. Before returning to the program, or to
/// another task.
void settle_wakes(Worker& w) noexcept;

/// Wakes a sleeper for what a pop by member `m` has moved.
void wake_for_moved(Worker& w, Member& m) noexcept;

}  // namespace tidemill::core
