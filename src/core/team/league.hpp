// The teams construct on the host: a league of initial tasks (OpenMP 5.2, 10.2).
#pragma once

namespace tidemill::core {

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
