// The teams construct on the host: a league of initial tasks (OpenMP 5.2, 10.2).
#pragma once

namespace tidemill::core {

/// Runs body(data) in `teams` initial teams (0: as nteams-var says, else one) of at most
/// `thread_limit` threads each (0: as around it). Teams run at the same time on as many threads as
/// a region would have, each thread one team after the other. Suspends.
void run_league(void (*body)(void*), void* data, int teams, int thread_limit);

}  // namespace tidemill::core
