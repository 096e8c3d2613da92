#include "core/suspend/dispatch.hpp"

#include <sched.h>

#include <algorithm>
#include <utility>

#include "core/model/worker.hpp"
#include "core/poll/polling.hpp"
#include "core/sched/idle.hpp"
#include "core/settings/settings.hpp"
#include "core/suspend/choose.hpp"
#include "core/suspend/constraint.hpp"
#include "core/suspend/lock_owners.hpp"
#include "core/suspend/switch_to.hpp"
#include "core/sync/backoff.hpp"
#include "core/task/cancel.hpp"
#include "core/task/side_stack.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

constexpr int kVainYields = 4;  // in a row; then tasks that others keep to themselves, too
// So many vain yields to one sched_yield().
constexpr std::uint32_t kOfferEvery = 64, kOfferEveryOversubscribed = 8;

/// Puts back what next() gave and is not run after all.
void give_back(Worker& w, Runnable* item) noexcept {
  if (item->kind == Runnable::Kind::fiber && static_cast<Fiber*>(item)->home != nullptr)
    return w.inbox.push_front_own(item);
  if (item->kind == Runnable::Kind::fiber) return queue_resumable(static_cast<Fiber*>(item));
  auto* task = static_cast<Task*>(item);
  if (task->implicit) return w.inbox.push_front_own(item);
  queue_ready(task);
}

/// Leaves the current stack, to be resumed as `what` says; the worker goes on with `first`, or
/// looks for something itself. In line, as what stands around it: see suspend/switch_to.hpp.
[[gnu::always_inline]] inline void suspend(Worker& w, After::Do what, WaitSlot* slot,
                                           Runnable* first, bool stays = false) {
  Fiber* self = w.fiber;
  const bool migrates = may_migrate(w) && !stays;
  self->home = migrates ? nullptr : &w;
  // Children that end here from now on must not count as for their own worker's task. A look
  // first: a task that has been suspended before isn't written.
  if (migrates && w.task->worker != nullptr) w.task->worker = nullptr;
  self->task = w.task;
  self->member = w.member;
  self->key = resumed_key(w.task->key);
  const std::uint64_t stamp = w.stamp;
  const int locks_held = std::exchange(w.locks_held, 0);
  const Modes own = current_modes();
  // What the explicit tasks on this stack have changed is theirs: the thread has its own back.
  const bool changed = !w.task->implicit && !(own == w.modes);
  if (changed) [[unlikely]]
    set_modes(w.modes);
  const Modes modes = changed ? current_modes() : own;
  if (first != nullptr && first->kind == Runnable::Kind::fiber) {
    switch_to(w, *static_cast<Fiber*>(first), modes, what, slot);
  } else {
    Fiber* to = w.memory.fibers.take();
    w.handoff = first;
    switch_to(w, *to, modes, what, slot);
  }
  Worker& here = current_worker();
  here.task = self->task;
  here.member = migrates ? here.member_of(self->member->team) : self->member;
  here.stamp = std::max(here.stamp, stamp);
  here.locks_held = locks_held;
  read_modes(here.modes);
  if (changed) [[unlikely]]
    set_modes(own);
}

/// With TIDEMILL_STACKS=own, by a native wait: whatever the constraint allows to begin. Else it
/// would be begun on another stack, and the waiter be suspended.
bool may_stack_any(const Member& m, const Task& task) noexcept {
  return settings().own_stacks && task.team == m.team && meets_constraint(m.waiting, task);
}

class SlotPolicy final : public WaitPolicy {
 public:
  explicit SlotPolicy(WaitSlot& slot, bool constrains = false) noexcept
      : slot_(slot), constrains_(constrains) {}
  bool done() noexcept override { return slot_.done(); }
  bool arm() noexcept override { return true; }  // the event always completes the slot
  WaitSlot& slot() noexcept override { return slot_; }
  bool constrains() const noexcept override { return constrains_; }

 private:
  WaitSlot& slot_;
  const bool constrains_;
};

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

/// How a task waits while MPI is calling the program back on its thread: a reduction, an error
/// handler. It must not leave its stack, and nothing else of the worker's may go on on top of it: a
/// task that paused in MPI would find itself inside, one of another region could wait for what lies
/// below. What it waits for may itself be yet to begin: its own team's tasks, which it runs, one on
/// top of the other. A wait that needs more (a task of its own that has paused in MPI) never ends;
/// a function that MPI calls may make no such.
[[gnu::noinline]] void wait_pinned(Worker& w, WaitPolicy& policy) {
  const Task& self = *w.task;
  if (!policy.is_part()) trace::suspend(w, self);
  settle_wakes(w);
  run_what_it_waits_for(w, policy);
  if (!policy.is_part()) trace::resume(w, self, nullptr);
}

/// The current task gives way in vain: nothing was found, or only `other`, which gives way, too.
/// After a while of that: something that the scheduling constraint forbids, as it may be what all
/// of them wait for.
Runnable* next_in_vain_slow(Worker& w, Runnable* other) noexcept {
  const std::uint64_t now = platform::ticks();
  const std::uint64_t most = kConstrainedMostUs * platform::ticks_per_us();
  if (now - w.yields.last_vain > most) w.yields.vain_since = now;  // another stretch
  w.yields.last_vain = now;
  if (now - w.yields.vain_since < most) return other;
  if (other != nullptr) {
    w.yields.tasks.push_front_own(other);
    ++w.yields.count;
  }
  ignore_constraint(w.innermost, true);
  Runnable* const item = next(w, Look::insistent);
  ignore_constraint(w.innermost, false);
  return item;
}

/// Runs what has been found on top of the waiter's stack, if it may be: true.
bool run_on_top(Worker& w, WaitPolicy& policy, bool constrains, Runnable* item) {
  if (item->kind != Runnable::Kind::task) return false;
  auto* const task = static_cast<Task*>(item);  // in either way it is this worker that goes on
  Member* const m = w.member;
  if (task->untied && (task->team != m->team || !may_call_on_side(w) || is_cancelled(*task)))
    return false;
  // done() once more, now that we hold the task: the wait may be over, and the task something of
  // the time after it, which may wait for what we are going to do.
  if (!policy.may_stack(*task) && !(constrains && may_stack_any(*m, *task))) return false;
  if (policy.done()) return false;
  if (task->untied) {
    run_on_side_of_waiter(w, *m, task);  // should it block, the wait goes on, and constrains still
    return true;
  }
  // Should it block, it is no native wait that holds this stack: no constraint meanwhile.
  Task* const self = w.task;
  if (constrains) m->waiting.lift(self);
  run_task(w, task);
  if (constrains) put_back_waiting(m->waiting, self);
  return true;
}

}  // namespace

bool may_migrate(const Worker& w) noexcept {
  return w.task->untied && w.fiber->depth == 1 && w.fiber != &w.native;
}

void wait_until(WaitPolicy& policy) {
  if (policy.done()) return;
  Worker& w = current_worker();
  if (is_pinned()) [[unlikely]]
    return wait_pinned(w, policy);
  const OwnerWait owner(w, OwnerWait::For::tasks);
  Task* self = w.task;
  // If the task runs on a side stack, its creator goes on first. But in a native wait, what the
  // waiter may run on its own stack comes before: nothing else may begin here anyway, as long as
  // the creator is suspended.
  if (!policy.constrains()) let_parent_go_on(w);
  const bool constrains = policy.constrains() && !self->untied;
  const bool part = policy.is_part();
  const Fiber* left = nullptr;
  if (!part) trace::suspend(w, *self);
  Member* const m = w.member;
  if (constrains) add_waiting(m->waiting, self);
  {
    Idle idle(w);
    while (!policy.done()) {
      Runnable* item = next(w, idle.look());
      if (item == nullptr) {
        if (w.fiber->below != nullptr) {
          let_parent_go_on(w);
          continue;
        }
        if (policy.only_while_work() && idle.creator_is_due()) break;
        idle.step(&policy);
        continue;
      }
      idle.took(*item);
      if (run_on_top(w, policy, constrains, item)) continue;
      if (item->kind == Runnable::Kind::task && stands_above_waiting(*w.fiber)) {
        // Nothing begins before the parent stands in the way as any task that waits does.
        give_back(w, item);
        let_parent_go_on(w);
        continue;
      }
      let_parent_go_on(w);
      if (policy.arm()) {
        left = w.fiber;
        suspend(w, After::Do::publish, &policy.slot(), item, policy.only_while_work());
      } else {
        give_back(w, item);
      }
      break;
    }
  }
  if (constrains) m->waiting.remove(self);
  settle_wakes(current_worker());
  if (left != nullptr || !part)
    trace::resume(current_worker(), *self, left,
                  part ? trace::Then::more_waiting : trace::Then::body);
}

void wait_slot(WaitSlot& slot) {
  SlotPolicy policy(slot);
  wait_until(policy);
}

void wait_slot_natively(WaitSlot& slot) {
  SlotPolicy policy(slot, true);
  wait_until(policy);
}

void wait_for_outside(WaitSlot& slot) {
  // A look first: a store each time would take the line from all the others.
  if (!paused_for_outside.load(std::memory_order_relaxed)) [[unlikely]]
    paused_for_outside.store(true, std::memory_order_relaxed);
  Worker& w = current_worker();
  const OwnerWait owner(w, OwnerWait::For::outside);
  if (slot.done()) return;
  Team& team = *w.member->team;
  team.count_outside(w.member, 1);
  wait_slot(slot);
  team.count_outside(current_worker().member, -1);  // another member, perhaps
}

std::atomic<int (*)()> pinned_query{nullptr};

void run_before_current(Task* first) {
  Worker& w = current_worker();
  if (settings().own_stacks) {
    run_task(w, first);
    return settle_wakes(w);
  }
  const OwnerWait owner(w, OwnerWait::For::tasks);
  let_parent_go_on(w);
  trace::suspend(w, *w.task);
  suspend(w, After::Do::resume, nullptr, first);
  Worker& here = current_worker();
  trace::resume(here, *here.task, here.fiber);
}

void yield_current() {
  if (is_pinned()) {
    sched_yield();
    return;
  }
  Worker& w = current_worker();
  const OwnerWait owner(w, OwnerWait::For::tasks);
  let_parent_go_on(w);
  // Who yields again and again for nothing may be waiting for a task that another keeps to itself.
  const Look look = w.yields.vain < kVainYields ? Look::quick : Look::insistent;
  const int yielded = w.yields.count;
  Runnable* item = may_find(w, look) ? next(w, look) : nullptr;
  if ((item == nullptr || w.yields.count < yielded) && is_constrained(w.innermost)) [[unlikely]]
    item = next_in_vain_slow(w, item);
  if (item != nullptr) {
    w.yields.vain = 0;
    ++w.yields.count;
    trace::suspend(w, *w.task);
    suspend(w, After::Do::requeue, nullptr, item);
    Worker& here = current_worker();
    trace::resume(here, *here.task, here.fiber);
    return;
  }
  w.yields.vain = look == Look::insistent ? 0 : w.yields.vain + 1;
  // A program that spins on MPI_Test around taskyield: its message has to progress, and the
  // process it waits for may need this core; a system call each time is more than that is worth.
  const bool polls = polling_active();
  if (polls) poll_services();
  const bool oversubscribed = w.member->team->size > settings().processors;
  const std::uint32_t every = polls ? 1 : oversubscribed ? kOfferEveryOversubscribed : kOfferEvery;
  if (++w.yields.vain_in_all % every == 0) sched_yield();
}

}  // namespace tidemill::core
