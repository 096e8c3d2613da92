#include "core/team/combine.hpp"

#include <utility>

#include "core/sync/task_mutex.hpp"
#include "core/team/team.hpp"

namespace tidemill::core {

namespace {

/// Atomics beat the lock while few variables are combined; each costs about a cache line transfer,
/// as does the lock.
constexpr int kMostAtomics = 4;

}  // namespace

Combining begin_combining(Member& self, int variables, HasAtomics atomics, TaskMutex& lock) {
  // The initial teams of a league have one member each and combine into the same variables.
  if (self.team->size == 1 && self.team->league_size == 1) return Combining::alone;
  if (atomics == HasAtomics::yes && variables <= kMostAtomics) return Combining::atomically;
  lock.lock();
  self.combines_locked = true;
  return Combining::alone;
}

void end_combining(Member& self, TaskMutex& lock) noexcept {
  if (std::exchange(self.combines_locked, false)) lock.unlock();
}

}  // namespace tidemill::core
