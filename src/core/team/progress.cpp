#include "core/team/progress.hpp"

#include <mutex>

#include "core/sched/dispatch.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

void ProgressWaiters::wait(const ProgressGoal& goal) {
  for (int i = 0; i < 64; ++i) {
    if (goal.reached()) return;
    platform::pause();
  }
  Waiter waiter{goal, nullptr, {}};
  {
    std::lock_guard guard(lock_);
    waiting_.fetch_add(1, std::memory_order_seq_cst);
    if (goal.reached()) {
      waiting_.fetch_sub(1, std::memory_order_relaxed);  // nobody needs to see it sooner
      return;
    }
    waiter.next = first_;
    first_ = &waiter;
  }
  wait_slot(waiter.slot);
}

void ProgressWaiters::notify_slow() noexcept {
  Waiter* satisfied = nullptr;
  {
    std::lock_guard guard(lock_);
    for (Waiter** link = &first_; *link != nullptr;) {
      Waiter* waiter = *link;
      if (!waiter->goal.reached()) {
        link = &waiter->next;
        continue;
      }
      *link = waiter->next;
      waiter->next = satisfied;
      satisfied = waiter;
      waiting_.fetch_sub(1, std::memory_order_relaxed);  // as above
    }
  }
  while (satisfied != nullptr) {
    Waiter* waiter = satisfied;
    satisfied = waiter->next;  // first: its stack goes on right after
    waiter->slot.complete();
  }
}

}  // namespace tidemill::core
