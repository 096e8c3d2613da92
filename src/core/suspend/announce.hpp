// Sleepers and pushers: no task is pushed unseen while all who may run it sleep.
//
//   1. Who is about to sleep announces itself in its teams: Member::idle, Team::idle_count, or
//      idle_inside and idle_inside_count in a team that it has a nested region above.
//   2. It fences heavily, and looks once more (has_work()). Only then it parks.
//   A pusher pushes, fences lightly (platform/asymmetric_fence.hpp), looks at the counts and wakes
//   one who is announced (Team::notify_one(), wake_inside()): of its look and the sleeper's, one
//   sees what the other did.
//   3. Awake again, it withdraws; if a pusher has taken its announcement, that one counts on it.
#pragma once

#include "core/model/team.hpp"

namespace tidemill::core {

class Worker;

/// May tasks of this member begin on its worker, so that a pusher should wake it?
inline bool open_to_new(const Member& m) noexcept { return m.inner == 0 && m.waiting.empty(); }

/// Is there something that the worker of `m` may run, in that team, as far as a glance tells?
bool team_has_work(const Member& m) noexcept;
/// In any of its teams, or for it alone?
bool has_work(const Worker& worker) noexcept;

/// Step 1, and the fence.
void announce(Worker& worker) noexcept;
/// Step 3. True: a pusher counts on this worker.
bool withdraw(Worker& worker) noexcept;

}  // namespace tidemill::core
