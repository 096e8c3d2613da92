// Parallel regions from the scheduler's side.
#pragma once

namespace tidemill::core {

class Worker;
struct Task;
struct Icvs;

/// The team of one thread around code outside any parallel region.
void form_initial_team(Worker& worker);

/// An implicit task of a team, on its worker, from start to the barrier at the region's end.
void run_implicit_task(Worker& worker, Task* implicit);

/// Where an initial task stands in its league, and what it may use.
struct InitialTeam {
  int league_size = 1;
  int league_number = 0;
  int thread_limit = 0;        // 0: as around it
  int threads = 0;             // of its regions, unless they say themselves; 0: as around it
  const Icvs* icvs = nullptr;  // a device's own; nullptr: as around it
};

/// Runs body(data) as the initial task of a team of its own, at nesting level 0, on this worker:
/// a team of a league, a target region. Returns when its tasks are complete, too. Suspends.
void run_initial_team(void (*body)(void*), void* data, const InitialTeam& place);

/// The teams construct on the host: a league of initial tasks (OpenMP 5.2, 10.2).
///
/// Runs body(data) in `teams` initial teams (0: as nteams-var says, else one) of at most
/// `thread_limit` threads each (0: as around it). Teams run at the same time on as many threads as
/// a region would have, each thread one team after the other. Suspends.
void run_league(void (*body)(void*), void* data, int teams, int thread_limit);

/// For an ABI whose code runs the body of every team itself, in the initial team it is in: this
/// becomes team 0 of `teams` (at least one), and one after the other of them the next, until there
/// is none.
void start_league_in_place(int teams, int thread_limit);
bool next_team_in_place() noexcept;

}  // namespace tidemill::core
