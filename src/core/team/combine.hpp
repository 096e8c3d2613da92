// How the members of a team bring their parts of a reduction together, where the compiler's code
// combines and asks how.
#pragma once

#include <cstdint>

#include "core/team/team.hpp"

namespace tidemill::core {

class TaskMutex;

enum class Combining : std::uint8_t { alone, atomically };

/// Can the compiler's code combine by atomic operations, too?
enum class HasAtomics : bool { no, yes };

/// By `lock`, or at once where there are no others. Suspends.
void begin_combining_alone(Member& self, TaskMutex& lock);
void end_combining_locked(Member& self, TaskMutex& lock) noexcept;

/// What the member is to do with its parts of `variables` variables. Alone: now, one member at a
/// time by `lock` if there are others. end_combining() has to follow either answer. Suspends.
inline Combining begin_combining(Member& self, int variables, HasAtomics atomics, TaskMutex& lock) {
  // Atomics beat the lock while few variables are combined; each costs about a cache line transfer,
  // as does the lock.
  constexpr int kMostAtomics = 4;
  // The initial teams of a league have one member each and combine into the same variables.
  if ((self.team->size > 1 || self.team->league_size > 1) && atomics == HasAtomics::yes &&
      variables <= kMostAtomics)
    return Combining::atomically;
  begin_combining_alone(self, lock);
  return Combining::alone;
}
inline void end_combining(Member& self, TaskMutex& lock) noexcept {
  if (self.combines_locked) end_combining_locked(self, lock);
}

}  // namespace tidemill::core
