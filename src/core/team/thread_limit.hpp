// How many threads a region gets: what it asks for, and what the ICVs allow. thread-limit-var
// counts the threads of all regions that are nested in one initial task.
#pragma once

#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/settings/settings.hpp"

namespace tidemill::core {

struct Resolved {
  int threads;
  int reserved;  // of the contention group, beyond the primary thread
};

/// What a region met now would like to have, before the thread limit. 0 requested: as the ICVs say.
int wanted_threads(const Worker& w, int requested) noexcept;

Resolved reserve_threads_slow(Team& outer, int limit, int wanted) noexcept;
void return_threads_slow(Team& team) noexcept;

/// For a region that the worker's task meets. return_threads() has to follow for a team that has
/// them as its reserved_threads.
inline Resolved resolve_threads(const Worker& w, int requested) noexcept {
  const int wanted = wanted_threads(w, requested);
  const int limit = w.task->icvs->thread_limit;
  if (wanted == 1 || limit == kNoThreadLimit) return {wanted, 0};
  return reserve_threads_slow(*w.member->team, limit, wanted);
}
inline void return_threads(Team& team) noexcept {
  if (team.reserved_threads != 0) return_threads_slow(team);
}

}  // namespace tidemill::core
