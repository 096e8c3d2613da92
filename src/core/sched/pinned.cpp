#include "core/sched/pinned.hpp"

#include "core/sched/choose.hpp"
#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"
#include "core/sync/backoff.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

/// From the front of a queue, or what lies behind.
Task* take_from_queue(OrderedQueue& queue, WaitPolicy& policy) noexcept {
  if (queue.smallest() == kNoKey) return nullptr;
  std::uint64_t seen = 0;
  return static_cast<Task*>(queue.pop_slow(
      [&](Runnable* item) {
        return item->kind == Runnable::Kind::task && policy.may_stack(*static_cast<Task*>(item));
      },
      &seen));
}

/// Also what its owner keeps to itself.
Task* steal(Deque<Task>& deque) noexcept {
  if (Task* task = deque.steal()) return task;
  return deque.maybe_nonempty() ? deque.steal_private() : nullptr;
}

/// What the wait may run, of its team's queues; what is in its way in a deque goes to a queue.
Task* take_stackable(Member& m, WaitPolicy& policy) noexcept {
  Team& team = *m.team;
  for (int i = 0; i < team.size; ++i) {
    Member& from = team.members[i];
    if (Task* task = take_from_queue(from.ordered, policy)) return task;
    while (Task* task = &from == &m ? m.deque.pop() : steal(from.deque)) {
      if (policy.may_stack(*task)) return task;
      m.ordered.push(task);
      team.notify_one();
    }
  }
  return nullptr;
}

void run_what_it_waits_for(Worker& w, WaitPolicy& policy) {
  Backoff untold(patience::kUntold);
  while (!policy.done()) {
    if (Task* task = take_stackable(*w.member, policy)) {
      run_task(w, task);
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
  if (!policy.is_part()) trace::resume<Worker, Task, Fiber>(w, self, nullptr);
}

}  // namespace tidemill::core
