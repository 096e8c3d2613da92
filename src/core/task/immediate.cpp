#include "core/task/immediate.hpp"

#include <sched.h>

#include <algorithm>
#include <utility>

#include "core/poll/polling.hpp"
#include "core/settings/settings.hpp"
#include "core/suspend/choose.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/task/create.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

// So long a worker runs what it creates; then it is its queue's turn.
constexpr std::uint64_t kTurnUs = 50;
// Between looks at the clock: little enough that services are polled in time between longer tasks
// and thieves see some progress, enough to cost nothing between short ones.
constexpr std::uint64_t kLookLeastUs = 1, kLookMostUs = 4;
constexpr std::uint32_t kMostUnlooked = 64;

}  // namespace

bool look_at_turn_slow(Worker& w) noexcept {
  ImmediateTasks& immediate = w.immediate;
  const std::uint64_t now = platform::ticks();
  const std::uint64_t us = platform::ticks_per_us();
  if (polling_active()) poll_if_due(now);
  w.member->deque.note_progress();
  if (immediate.turn_since == 0) {
    immediate.turn_since = now;
  } else if (now - immediate.looked_at > kLookMostUs * us) {
    immediate.interval = std::max(immediate.interval / 4, 1u);
  } else if (now - immediate.looked_at < kLookLeastUs * us) {
    immediate.interval = std::min(immediate.interval * 2, kMostUnlooked);
  }
  immediate.looked_at = now;
  const bool over = now - immediate.turn_since > kTurnUs * us;
  if (over) immediate.turn_since = 0;
  immediate.left = over ? 1 : immediate.interval;
  if (w.inbox.maybe_nonempty()) return false;   // by what was polled
  return !over || w.member->deque.size() == 0;  // an empty queue leaves its turn to others
}

void go_on_slow(Task* creator, Member* m) {
  Worker& w = current_worker();      // the same as before
  std::erase(w.throttled, creator);  // unless it wasn't throttled
  m->waiting.remove(creator);
  trace::resume(w, *creator, w.fiber);
  throttle_current(*m, creator->family.own_children());
}

void enter_late(Worker& w, Task* task) noexcept {
  const std::span<const Dependence> dependences = *task->unentered;
  task->enters_late = false;
  task->more_edges = nullptr;
  // None of its siblings was incomplete when it began, and its creator hasn't gone on since:
  // nothing keeps it from running, as it does.
  enter_dependences(w, task, dependences);
}

// The oldest first: who was throttled last goes on first.
void throttle_creators_below_slow(Worker& w, Fiber* above) noexcept {
  if (above->below == nullptr) return;
  if (above->below_waits()) return let_parent_go_on_slow(w, above);
  throttle_creators_below_slow(w, above->below);  // kMostSideCalls deep at most
  Fiber* const own = part(w, above);
  Task& creator = *own->task;
  own->member->waiting.add(&creator);
  trace::suspend(w, creator);
  creator.wait.reset();
  creator.wait.publish(own);  // nobody can complete it yet
  throttle(w, creator);
}

// ---- tasks whose dependences are not entered ----

namespace {

// A task and its creation: what it costs to make one known to others, at least.
constexpr std::int64_t kWorthNs = 150;
// Of short ones, for a long one or an interrupt: in a virtual machine one takes 10 us and more, and
// they come by the hundred a second, not least from whoever is about to sleep for want of tasks.
constexpr std::int64_t kMostCreditUs = 50;
// Without a disappointment. So rare exceptions are forgiven.
constexpr std::uint32_t kManyInARow = 1 << 13;
constexpr std::uint32_t kLeastPatience = 64, kMostPatience = 1 << 16;
// The creator stops looking on when no child completes for so long, or after so many offers of its
// core, with more threads than processors; and in any case in the end.
constexpr std::uint64_t kStandstillUs = 5, kMostLookingOnUs = 500;
constexpr int kMostYields = 8;

/// The next task of the worker's own ordered queue, if it is a short child of `self`.
Task* take_short_child(Member& m, const Task& self) noexcept {
  const auto fits = [&](const Runnable& item) {
    const auto& task = static_cast<const Task&>(item);
    return item.kind == Runnable::Kind::task && !task.implicit && task.parent == &self &&
           DurationPredictor::is_short(task.duration);
  };
  if (m.ordered.smallest() == kNoKey || !m.ordered.smallest_is(fits)) return nullptr;
  Runnable* const item = m.ordered.pop();
  if (item == nullptr || fits(*item)) return static_cast<Task*>(item);
  // Something has come before that one.
  if (item->kind == Runnable::Kind::fiber) {
    queue_resumable(static_cast<Fiber*>(item));
  } else {
    m.ordered.push(item, m.team->ready.key_of(*item));
    m.team->notify_one(m.number);
  }
  return nullptr;
}

/// Looks on while others complete what is left of the children: is it worth going on?
class LookOn {
 public:
  explicit LookOn(const Member& m) noexcept
      : oversubscribed_(m.team->size > settings().processors), seen_at_(begin_) {}
  bool goes_on(std::uint64_t children) noexcept {
    const std::uint64_t now = platform::ticks();
    if (now - begin_ > kMostLookingOnUs * us_) return false;
    if (children != seen_) {
      seen_ = children;
      seen_at_ = now;
      yields_ = 0;
    } else if (oversubscribed_ ? ++yields_ > kMostYields : now - seen_at_ > kStandstillUs * us_) {
      return false;
    }
    if (oversubscribed_)
      sched_yield();
    else
      platform::pause();
    return true;
  }
  bool is_over() const noexcept { return platform::ticks() - begin_ > kMostLookingOnUs * us_; }

 private:
  const bool oversubscribed_;
  const std::uint64_t us_ = platform::ticks_per_us();
  const std::uint64_t begin_ = platform::ticks();
  std::uint64_t seen_at_;
  std::uint64_t seen_ = 0;
  int yields_ = 0;
};

/// Are the children of `self`, the current task, complete in a moment?
bool see_children_through(Worker& w, const Task& self) {
  Member& m = *w.member;
  LookOn look_on(m);
  for (;;) {
    const std::uint64_t children = Family::children(self.family.counts());
    if (children == 0) return true;
    // What its incomplete children are part of, it is part of itself.
    if (look_on.is_over() || w.inbox.maybe_nonempty() || !may_call_on_side(w) ||
        creates_cancelled(w))
      return false;
    if (Task* task = take_short_child(m, self)) {
      const bool ended = run_on_side_of_waiter(w, m, task);
      settle_wakes(w);  // tied, and so still the same
      if (!ended) return false;
    } else if (m.ordered.smallest() != kNoKey || m.deque.size() != 0 ||
               !look_on.goes_on(children)) {
      return false;
    }
  }
}

/// The current task's children are incomplete: does it see them through, and were they? Suspends.
[[gnu::noinline]] bool await_short_slow(Worker& w) {
  ShortTasks& account = w.short_tasks;
  Member& m = *w.member;
  if (++account.in_a_row < account.patience) return false;
  account.in_a_row = 0;
  const Task& self = *w.task;
  trace::suspend(w, self);
  const bool done =
      !stands_on_side(w) && m.inner == 0 && m.waiting.empty() && see_children_through(w, self);
  trace::resume(w, self, nullptr);
  account.patience = done ? kLeastPatience : std::min(2 * account.patience, kMostPatience);
  return done;
}

/// How long it took, against what it would have cost to make it known.
void settle_account(ShortTasks& account, DurationEntry entry, std::uint64_t spent, bool returned) {
  const auto us = static_cast<std::int64_t>(platform::ticks_per_us());
  account.credit = std::min(
      account.credit + kWorthNs * us / 1000 - static_cast<std::int64_t>(spent), kMostCreditUs * us);
  if (returned && account.credit >= 0) [[likely]] {
    if (++account.pleased % kManyInARow == 0) DurationPredictor::pleased(entry);
    return;
  }
  account.credit = kMostCreditUs * us / 2;  // for the next ones, of other code maybe
  account.pleased = 0;
  DurationPredictor::disappointed(entry);
}

}  // namespace

LateEntry may_enter_late(Worker& w, const Task& task) {
  const Task& creator = *w.task;
  const int mark = w.member->team->immediate_mark;
  if (mark == kNeverImmediate) [[unlikely]]
    return LateEntry::no;
  const bool is_short = mark != 0 && DurationPredictor::is_short(task.duration) &&
                        !creator.untied && !stands_on_side(w);
  if (mark != 0 && !is_short) {
    w.short_tasks.in_a_row = 0;
    return LateEntry::no;
  }
  const bool complete = !has_incomplete_children(creator) || (is_short && await_short_slow(w));
  if (!enters_late(mark, complete, is_short)) return LateEntry::no;
  return may_run_immediately(w, mark) ? LateEntry::yes : LateEntry::refused;
}

void run_unentered(Worker& w, Task* task, const std::span<const Dependence>& dependences) {
  task->enters_late = true;
  task->unentered = &dependences;
  if (w.member->team->immediate_mark == 0) {
    run_immediately(w, task);
    return;
  }
  const DurationEntry entry = std::exchange(task->duration, DurationEntry{0});
  const std::uint64_t begin = platform::ticks();
  const CallEnd end = run_immediately(w, task);
  settle_account(w.short_tasks, entry, platform::ticks() - begin, end == CallEnd::returned);
}

void call_timed_body(Task* task) {
  const DurationEntry entry = task->duration;  // it may be gone afterwards
  const bool wanted = task->team->graph != nullptr;
  const Worker* const worker = &current_worker();
  const std::uint32_t picks = worker->search.picks;
  const std::uint64_t begin = platform::ticks();
  task->body(task->data);
  const std::uint64_t ticks = platform::ticks() - begin;
  DurationPredictor::saw(entry, is_short(ticks));
  // Only a policy with a graph asks for the mean, which all workers write. Not of one that was
  // suspended or ran another task.
  if (wanted && &current_worker() == worker && worker->search.picks == picks)
    DurationPredictor::took(entry, ticks);
}

}  // namespace tidemill::core
