// Teams that stay together, workers and all, between one region and the next: where a region comes
// from, and where it goes. Each worker keeps its own (Worker::teams).
#pragma once

#include <utility>

#include "core/model/team.hpp"
#include "core/model/worker.hpp"

namespace tidemill::core {

TeamHandle obtain_workers(Worker& w, int threads, bool* fresh);
void keep_or_dismiss(Worker& w, TeamHandle team) noexcept;

/// A team of `threads`, of which this worker is the primary one's: the kept one, whose workers are
/// at rest in it, or a new one. `fresh`: its workers have to be sent there.
inline TeamHandle obtain_team(Worker& w, int threads, bool* fresh) {
  if (threads != 1) return obtain_workers(w, threads, fresh);
  // And leaves the kept ones with workers for the next.
  TeamHandle team = w.teams.lone ? std::move(w.teams.lone) : take_team(1);
  team->members[0].worker = &w;
  return team;
}
/// After its region: kept for the worker's next one, or dismissed. Its `outer` is set.
inline void keep_team(Worker& w, TeamHandle team) noexcept {
  if (team->size == 1 && !w.teams.lone)
    w.teams.lone = std::move(team);
  else
    keep_or_dismiss(w, std::move(team));
}

/// The workers, if there is such a team, leave it for the pool.
void dismiss_team(TeamHandle kept) noexcept;
/// The one kept for a region inside a region.
TeamHandle take_nested(Worker& w) noexcept;

/// Gives the workers that are kept for the thread's next regions back to the pool.
void release_kept_teams(Worker& w) noexcept;
/// In a forked child: those workers do not exist there, nor do those of the regions that the thread
/// has open.
void forget_threads(Worker& w) noexcept;

/// A worker's last touch of a dismissed team.
void depart(Team& team) noexcept;

}  // namespace tidemill::core
