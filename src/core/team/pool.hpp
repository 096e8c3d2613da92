// Threads for teams: kept between regions, made when none is at rest.
#pragma once

#include <vector>

namespace tidemill::core {

class Worker;
struct Team;

/// Up to `count` workers for a team; fewer when the system refuses threads (one warning).
std::vector<Worker*> acquire_workers(int count);
void release_worker(Worker& worker) noexcept;

/// Makes the calling pool thread a worker.
Worker& adopt_pool_thread() noexcept;

/// The team of one thread around code outside any parallel region.
void form_initial_team(Worker& worker);

/// Gives the workers that are kept for the thread's next region back to the pool.
void release_hot_team(Worker& worker) noexcept;

}  // namespace tidemill::core
