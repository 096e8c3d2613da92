// Threads for teams: kept between regions, made when none is at rest.
#pragma once

#include <vector>

#include "core/model/worker.hpp"

namespace tidemill::core {

/// Up to `count` workers for a team; fewer when the system refuses threads (one warning).
std::vector<Worker*> acquire_workers(int count);
void release_worker(Worker& worker) noexcept;

/// A thread at rest polls, and what it polls may call the program back, which has a region, or an
/// initial team: its thread is called to no other one until that is over. It would be called to its
/// own, or by one that its own waits for. (It may have been called before. That is for its bare
/// loop, or for a wait that may switch.)
void occupy(Worker& worker) noexcept;
void vacate(Worker& worker) noexcept;
/// Before its region. By the worker itself; true: it was at rest, and is to be vacated afterwards.
inline bool occupy_at_rest(Worker& worker) noexcept {
  if (worker.innermost != nullptr || !worker.from_pool) [[likely]]
    return false;
  occupy(worker);
  return true;
}

/// Makes the calling pool thread a worker, and ends that.
Worker& adopt_pool_thread() noexcept;
void retire_pool_thread(Worker& worker) noexcept;

/// The threads at rest end. Returns when they have left the runtime; of several callers each waits
/// for the others' too.
void end_threads_at_rest() noexcept;

/// What omp_pause_resource gives back: stacks at rest; `hard` also ends the threads that are at
/// rest or kept for the caller's next region, and with them their copies of threadprivate
/// variables.
enum class Pause { soft, hard };
/// By a thread outside any region. Everything is made anew when it is needed.
void pause(Worker& worker, Pause kind) noexcept;

}  // namespace tidemill::core
