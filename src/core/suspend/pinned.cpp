#include "core/suspend/pinned.hpp"

#include "core/model/worker.hpp"
#include "core/suspend/choose.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/sync/backoff.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

class StackableFilter final : public Filter {
 public:
  explicit StackableFilter(WaitPolicy& policy) noexcept : policy_(policy) {}
  bool allows(const Runnable& task) noexcept override {
    return policy_.may_stack(static_cast<const Task&>(task));
  }

 private:
  WaitPolicy& policy_;
};

void run_what_it_waits_for(Worker& w, WaitPolicy& policy) {
  Team& team = *w.member->team;
  StackableFilter filter(policy);
  // Also what owners keep to themselves; nothing that goes on.
  const PopRequest request{
      .look = Look::insistent, .resumes = false, .filter = &filter, .private_filter = &filter};
  Backoff untold(patience::kUntold);
  while (!policy.done()) {
    Runnable* const task = team.ready.pop(w.member->number, w.search, request);
    w.search.stolen = 0;
    wake_for_moved(w, *w.member);
    if (task != nullptr) {
      run_task(w, static_cast<Task*>(task));
      settle_wakes(w);
    } else if (policy.only_while_work()) {
      return;
    } else {
      untold.step();
    }
  }
}

}  // namespace

void wait_pinned(Worker& w, WaitPolicy& policy) {
  const Task& self = *w.task;
  if (!policy.is_part()) trace::suspend(w, self);
  settle_wakes(w);
  run_what_it_waits_for(w, policy);
  if (!policy.is_part()) trace::resume(w, self, nullptr);
}

}  // namespace tidemill::core
