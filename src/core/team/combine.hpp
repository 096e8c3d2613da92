// How the members of a team bring their parts of a reduction together, where the compiler's code
// combines and asks how.
#pragma once

#include <cstdint>

#include "core/model/team.hpp"

namespace tidemill::core {

class TaskMutex;

enum class Combining : std::uint8_t { alone, atomically };

/// Can the compiler's code combine by atomic operations, too?
enum class HasAtomics : bool { no, yes };

// What the end of combining has to see to, as bits of Member::combining.
inline constexpr std::uint8_t kCombinesLocked = 1;  // it holds the lock
inline constexpr std::uint8_t kMayBeLeft = 2;  // constructs may be cancelled; as long as the team

/// By `lock`, or at once where there are no others. Suspends.
void begin_combining_alone(Member& self, TaskMutex& lock);
void end_combining_slow(Member& self, TaskMutex& lock) noexcept;
void pass_combined_slow(Member& self, TaskMutex& lock);

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
  if (self.combining != 0) end_combining_slow(self, lock);
}
/// The same, and the construct's barrier, where the compiler's code has one more after it, which
/// those who leave the construct come to at once. Suspends.
inline void pass_combined(Member& self, TaskMutex& lock) {
  if (self.combining != 0) return pass_combined_slow(self, lock);
  self.team->wait_barrier(self);
}

}  // namespace tidemill::core
