// A loop or sections with a reduction that is cancelled: members that leave pass a second barrier,
// too, if any member has finished (why: docs/mechanisms/constructs.md, "Cancellation"). Whoever is
// the last to arrive at the first knows that (Member::combined), and leaves a mark, which stands
// until all have arrived at the second; who has left sees it (Team::wait_marked).
#include "core/team/combine.hpp"

#include "core/suspend/task_mutex.hpp"

namespace tidemill::core {

void begin_combining_alone(Member& self, TaskMutex& lock) {
  if (self.team->size == 1 && self.team->league_size == 1) return;
  lock.lock();
  self.combining |= kCombinesLocked;
}

void end_combining_slow(Member& self, TaskMutex& lock) noexcept {
  if ((self.combining & kCombinesLocked) == 0) return;
  self.combining &= static_cast<std::uint8_t>(~kCombinesLocked);
  lock.unlock();
}

void pass_combined_slow(Member& self, TaskMutex& lock) {
  end_combining_slow(self, lock);
  self.combined = true;
  self.team->wait_barrier(self);
  self.combined = false;
}

}  // namespace tidemill::core
