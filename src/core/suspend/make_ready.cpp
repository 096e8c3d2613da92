// Something becomes ready, or what a task waits for has come: the one place where it is pushed
// (ready/ready_set.hpp) and a sleeper woken for it. Any thread may call, but for push_own()'s part.
#include <algorithm>
#include <utility>

#include "core/affinity/domain.hpp"
#include "core/fiber/fiber.hpp"
#include "core/model/wait_slot.hpp"
#include "core/model/worker.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

/// `worker` looks for its next task in a moment: it keeps the more urgent of `task` and the
/// immediate successor it has; the other is queued, and somebody woken later.
void keep_successor(Worker& worker, Member& m, Task* task) noexcept {
  Search& search = worker.search;
  Runnable* other = task;
  std::uint64_t key = m.team->ready.key_of(*task);
  if (search.successor == nullptr || key < search.successor_key) {
    std::swap(other, search.successor);
    std::swap(key, search.successor_key);
    if (other == nullptr) return;
  }
  ++search.owed_wakes;
  m.ordered.push(other, key);
}

/// By another than the one worker that may go on with it.
[[gnu::noinline]] void give_slow(Worker& home, Fiber* fiber) noexcept {
  home.inbox.push_back(fiber);  // from here on the fiber may be running
  home.parker.unpark();
}

/// Of a team whose members may all go on with it.
[[gnu::noinline]] void queue_resumed(Worker* w, Fiber* fiber) noexcept {
  Team* const team = fiber->member->team;
  team->note_queued();
  const Domain domain = domain_of_task(*fiber->task);
  if (domain.level != Domain::Level::machine) return queue_in_domain(*team, domain, fiber);
  Member* m = w != nullptr ? w->member_of(team) : nullptr;
  if (m == nullptr) m = fiber->member;
  Worker* const last = fiber->member->worker;
  const int near = m->number;
  team->ready.push(*m, fiber);  // from here on its region may be over
  if (team->notify_one(near)) return;
  // A worker inside a nested region is not woken for this team's new tasks, but may resume.
  team->wake_inside();
  if (last != w) last->parker.unpark();
}

/// True: it had an affinity, and was queued.
[[gnu::noinline]] bool queue_in_domain_slow(Task* task) noexcept {
  const Domain domain = domain_of_task(*task);
  if (domain.level == Domain::Level::machine) return false;
  queue_in_domain(*task->team, domain, task);
  return true;
}

}  // namespace

void make_ready(Task* task) noexcept {
  if (task->wakes == Task::Wakes::when_ready) return task->wait.complete();
  trace::ready(current_worker_or_null(), *task);
  queue_ready(task);
}

void queue_ready(Task* task) noexcept {
  if (task->has_more && !task->extra.empty() && queue_in_domain_slow(task)) return;
  Worker* const w = current_worker_or_null();
  Team* const team = task->team;
  Member* m = w != nullptr ? w->member_of(team) : nullptr;
  if (m == nullptr) m = task->home;
  if (w != nullptr && w->returns_to_loop && m == w->innermost) return keep_successor(*w, *m, task);
  Worker* const owner = m->worker;
  const int near = m->number;
  team->ready.push(*m, task);  // from here on the task may be gone, and even its region over
  if (!team->notify_one(near) && owner != w) owner->parker.unpark();
}

void share_new_tasks_slow(Member& self) noexcept {
  self.deque.share();
  self.team->notify_one(self.number);
}

void make_resumable(Fiber* fiber) noexcept {
  trace::ready_again(current_worker_or_null(), *fiber);
  queue_resumable(fiber);
}

void queue_resumable(Fiber* fiber) noexcept {
  Worker* const w = current_worker_or_null();
  if (Worker* const home = fiber->home) {
    if (home != w) return give_slow(*home, fiber);
  } else {
    const Member& m = *fiber->member;  // in a team of one an untied one goes on there as well
    if (m.team->size != 1 || m.worker != w) return queue_resumed(w, fiber);
  }
  w->inbox.push_back_own(fiber);
}

void WaitSlot::complete() noexcept {
  // release: what led to the event; acquire: the saved fiber. The last touch of the slot.
  const std::uintptr_t waiter = state_.exchange(kDone, std::memory_order_acq_rel);
  if (waiter == kEmpty || waiter == kDone) return;
  if ((waiter & kAsleep) != 0)
    reinterpret_cast<Worker*>(waiter & ~kAsleep)->parker.unpark();
  else
    make_resumable(reinterpret_cast<Fiber*>(waiter));
}

void WaitSlot::prefetch_waiter() const noexcept {
  // relaxed: nothing is read through it.
  const std::uintptr_t waiter = state_.load(std::memory_order_relaxed);
  if (waiter != kDone && (waiter & kAsleep) == 0) prefetch_head(reinterpret_cast<Fiber*>(waiter));
}

void complete_each(void* const slots[], std::uint32_t count) noexcept {
  // Each is gone once it is completed, those to come are not.
  constexpr std::uint32_t kAhead = 3;
  if (Worker* const here = current_worker_or_null()) here->polls.events_came = true;
  const auto slot = [&](std::uint32_t i) { return static_cast<WaitSlot*>(slots[i]); };
  for (std::uint32_t i = 0; i < std::min(kAhead, count); ++i) slot(i)->prefetch_waiter();
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i + kAhead < count) slot(i + kAhead)->prefetch_waiter();
    slot(i)->complete();
  }
}

}  // namespace tidemill::core
