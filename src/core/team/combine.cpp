#include "core/team/combine.hpp"

#include "core/sync/task_mutex.hpp"

namespace tidemill::core {

void begin_combining_alone(Member& self, TaskMutex& lock) {
  if (self.team->size == 1 && self.team->league_size == 1) return;
  lock.lock();
  self.combines_locked = true;
}

void end_combining_locked(Member& self, TaskMutex& lock) noexcept {
  self.combines_locked = false;
  lock.unlock();
}

}  // namespace tidemill::core
