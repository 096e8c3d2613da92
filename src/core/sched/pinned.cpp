#include "core/sched/pinned.hpp"

#include <sched.h>

#include "core/sched/choose.hpp"
#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"

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

}  // namespace

void wait_pinned(Worker& w, WaitPolicy& policy) {
  settle_wakes(w);
  Team& team = *w.member->team;
  StackableFilter filter(policy);
  // Also what owners keep to themselves; nothing that goes on.
  const PopRequest request{.look = Look::insistent, .resumes = false, .filter = &filter};
  while (!policy.done()) {
    Runnable* const task = team.ready.pop(w.member->number, w.search, request);
    wake_for_moved(w, *w.member);
    if (task != nullptr) {
      run_task(w, static_cast<Task*>(task));
      settle_wakes(w);
    } else if (policy.only_while_work()) {
      return;
    } else {
      sched_yield();
    }
  }
}

}  // namespace tidemill::core
