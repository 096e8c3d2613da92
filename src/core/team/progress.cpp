#include "core/model/progress.hpp"

#include <mutex>

#include "core/model/worker.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/suspend/in_place.hpp"
#include "core/suspend/lock_owners.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

void ProgressWaiters::wait(const ProgressGoal& goal) {
  if (await_briefly(current_worker(), [&] { return goal.reached(); })) return;
  // acquire: somebody's fence is behind us. Pairs with the release here.
  if (sleepers_.load(std::memory_order_acquire) != Sleepers::known) {
    // relaxed: the fence orders it, for those who advance; two who come together both fence.
    sleepers_.store(Sleepers::announced, std::memory_order_relaxed);
    platform::heavy_fence();
    sleepers_.store(Sleepers::known, std::memory_order_release);
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
  Task& self = *current_worker().task;
  trace::suspend(current_worker(), self);
  if (!await_turn_in_place(waiter.slot)) wait_slot(waiter.slot);
  trace::resume(current_worker(), self, nullptr);
}

/// After an advance that wasn't seq_cst, and may be behind another's by now.
void ProgressWaiters::notify_first_slow(std::atomic<std::uint64_t>& word) noexcept {
  word.fetch_add(0, std::memory_order_seq_cst);  // is so in its place; as in advance()
  notify();
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
