// A loop or sections with a reduction that is cancelled: LLVM's code has two barriers for members
// that finish it, one in the reduction and one at the construct's end, and the latter alone for
// those that leave. So where one has left, the first barrier of either, which all pass together, is
// the construct's end, and who has finished skips the second. Has one left? Whoever is the last to
// arrive knows, as the canceller has set its bit before it arrived, and leaves a mark, which stands
// until all have arrived at the barrier after the construct; who is to skip one sees it, and
// remembers.
#include "core/team/combine.hpp"

#include "core/sync/task_mutex.hpp"

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
  Team& team = *self.team;
  if (team.wait_barrier(self) == BarrierEnd::passed && team.has_ended_cancelled())
    self.skips_barrier = true;  // which looks for it, as the mark stands
}

}  // namespace tidemill::core
