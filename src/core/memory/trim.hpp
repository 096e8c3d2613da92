// Memory that rests after a burst: given back by workers that sleep.
#pragma once

#include <cstdint>

namespace tidemill::core {

/// What nobody has needed for so long, of memory that rests, a worker that sleeps gives back
/// (BlockCache, FiberPool): what comes again sooner is cheaper kept.
inline constexpr std::uint64_t kBurstNs = 50'000'000;

/// There is such memory: a worker that sleeps for good finds nothing to do and sleeps again, for
/// kBurstNs this time. Call after saying so (plenty()), as after a push. Any thread. Defined in
/// sched/idle.cpp, as memory knows no workers.
void wake_to_trim() noexcept;

}  // namespace tidemill::core
