// Producers that are far ahead of their tasks are put aside, not made to run them.
//
// A task whose incomplete children reach the high-water mark is suspended where it creates the
// next, and its worker runs ready tasks. It goes on at the low-water mark, or as soon as some
// worker of the team finds nothing to run: what is incomplete may be waiting for a message that
// only a later task brings, so children that wait must never hold the producer. Running the new
// task on top of the producer, as other runtimes do, would pin it under exactly such a task.
//
// A suspended producer stands in Team::throttled; whoever takes it out of there completes its
// `wait` slot. Family::kThrottled only tells its children to look at the mark.
#pragma once

#include <cstdint>

#include "core/task/task.hpp"
#include "core/team/team.hpp"

namespace tidemill::core {

/// Enough work ahead for every worker, little enough for the descriptors to stay in the caches.
inline std::uint64_t high_water(const Team& team) noexcept {
  return 1024 + 128 * static_cast<std::uint64_t>(team.size);
}
inline std::uint64_t low_water(const Team& team) noexcept { return high_water(team) * 3 / 4; }
/// Two children that count down at once may both just miss the mark; the next one won't, nor will
/// an idle worker.
inline bool below_low_water(const Task* producer, std::uint64_t family_word) noexcept {
  return Family::children(family_word) <= low_water(*producer->team);
}

/// After the current task has created one more child than the mark allows, as far as it knows
/// without looking at what others have completed. Suspends.
void throttle_current();

/// Takes `producer` out of its team's list and resumes it, unless someone else has.
void resume_producer(Task* producer) noexcept;

/// For a worker that finds nothing to run: lets one producer of the team go on.
bool resume_any_producer(Team& team) noexcept;

}  // namespace tidemill::core
