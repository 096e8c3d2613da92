#include "core/task/short_tasks.hpp"

#include <sched.h>

#include <algorithm>
#include <utility>

#include "core/sched/choose.hpp"
#include "core/task/at_once.hpp"
#include "core/task/plain.hpp"
#include "core/task/plain_parts.hpp"
#include "core/team/cancel.hpp"

namespace tidemill::core {

namespace {

// A task and its creation; what it costs to queue one, at least.
constexpr std::int64_t kWorthNs = 150;
// Of short ones, for a long one or an interrupt: in a virtual machine one takes 10 us and more, and
// they come by the hundred a second, not least from whoever is about to sleep for want of tasks.
constexpr std::int64_t kMostCreditUs = 50;
// Without a disappointment. So rare exceptions are forgiven.
constexpr std::uint32_t kManyInARow = 1 << 13;

constexpr std::uint32_t kLeastPatience = 64, kMostPatience = 1 << 16;

// The producer stops looking on when no child completes for so long, or after so many offers of its
// core, with more threads than processors; and in any case in the end.
constexpr std::uint64_t kStandstillUs = 5, kMostDrainUs = 500;
constexpr int kMostYields = 8;

/// The next task of the worker's own queues, if it is a short child of `self`: those of the class
/// 0, as a priority clause may say, lie in its deque.
Task* take_short(Member& m, const Task& self) noexcept {
  const auto fits = [&](const Runnable& item) {
    const auto& task = static_cast<const Task&>(item);
    return item.kind == Runnable::Kind::task && !task.implicit && task.parent == &self &&
           Habits::is_short(task.habit);
  };
  if (m.ordered.smallest() == kNoKey) {
    auto* const task = static_cast<Task*>(m.deque.pop());
    if (task == nullptr || fits(*task)) return task;
    push_own(m, task);
    return nullptr;
  }
  if (!m.ordered.smallest_is(fits)) return nullptr;
  Runnable* const item = m.ordered.pop();
  if (item == nullptr || fits(*item)) return static_cast<Task*>(item);
  m.ordered.push(item, item->key);  // somebody has taken that one, or something has come before it
  m.team->notify_one();
  return nullptr;
}

/// Are the children of `self`, the current task, complete in a moment?
bool drain(Worker& w, const Task& self) {
  Member& m = *w.member;
  const bool crowded = m.team->size > settings().processors;
  const std::uint64_t us = platform::ticks_per_us();
  const std::uint64_t begin = platform::ticks();
  std::uint64_t seen = 0, seen_at = begin;
  for (int yields = 0;;) {
    const std::uint64_t children = Family::children(self.family.counts());
    if (children == 0) return true;
    const std::uint64_t now = platform::ticks();
    if (now - begin > kMostDrainUs * us || w.inbox.maybe_nonempty()) return false;
    // What its incomplete children are part of, it is part of itself.
    if (!may_call_on_side(w) || creates_cancelled(w)) return false;
    if (Task* task = take_short(m, self)) {
      const bool ended = run_beside(w, m, task);
      settle_wakes(w);  // tied, and so still the same
      if (!ended) return false;
      continue;
    }
    if (m.ordered.smallest() != kNoKey || m.deque.size() != 0) return false;
    if (children != seen) {
      seen = children;
      seen_at = now;
      yields = 0;
    } else if (crowded ? ++yields > kMostYields : now - seen_at > kStandstillUs * us) {
      return false;
    }
    if (crowded)
      sched_yield();
    else
      platform::pause();
  }
}

/// The current task's children are incomplete: does it see them through, and were they? Suspends.
[[gnu::noinline]] bool await_short_slow(Worker& w) {
  AtOnce& a = w.at_once;
  Member& m = *w.member;
  if (++a.in_a_row < a.patience) return false;
  a.in_a_row = 0;
  const bool drained =
      w.fiber->below == nullptr && m.inner == 0 && m.waiting.empty() && drain(w, *w.task);
  a.patience = drained ? kLeastPatience : std::min(2 * a.patience, kMostPatience);
  return drained;
}

/// Would a new child be run at once? Suspends.
inline bool may_run_short(Worker& w, Habit habit) {
  if (!Habits::is_short(habit) || !bears_plain(w) || w.task->untied) {
    w.at_once.in_a_row = 0;
    return false;
  }
  if (has_incomplete_children(*w.task) && !await_short_slow(w)) return false;
  return may_begin_at_once<Turns::left_to_nobody>(w);
}

inline void run_short(Worker& w, Task* task, std::span<const Dependence> dependences, Habit habit) {
  const std::uint64_t begin = platform::ticks();
  const CallEnd end = run_unentered(w, task, dependences);
  const auto spent = static_cast<std::int64_t>(platform::ticks() - begin);
  const auto us = static_cast<std::int64_t>(platform::ticks_per_us());
  AtOnce& a = w.at_once;
  a.credit = std::min(a.credit + kWorthNs * us / 1000 - spent, kMostCreditUs * us);
  if (end == CallEnd::returned && a.credit >= 0) [[likely]] {
    if (++a.pleased % kManyInARow == 0) Habits::pleased(habit);
    return;
  }
  a.credit = kMostCreditUs * us / 2;  // for the next ones, of other code maybe
  a.pleased = 0;
  Habits::disappointed(habit);
}

}  // namespace

bool spawn_short(void (*function)(void*), void* data, std::size_t bytes,
                 std::span<const Dependence> dependences) {
  Worker& w = current_worker();
  const Habit habit = Habits::of(reinterpret_cast<const void*>(function));
  if (bytes > kMostPlainBytes || !may_run_short(w, habit)) return false;
  Task* task = take_shell(w);
  set_body(task, function);
  copy_few(task + 1, data, bytes);
  run_short(w, task, dependences, habit);
  return true;
}

bool submit_short(Task* task, std::span<const Dependence> dependences, const void* code) {
  Worker& w = current_worker();
  // Included ones keep no account of their time.
  if (task->way == Task::Way::general || !bears_plain(w)) return false;
  task->habit = Habits::of(code);
  if (!may_run_short(w, task->habit)) return false;
  run_short(w, task, dependences, std::exchange(task->habit, Habit{0}));
  return true;
}

}  // namespace tidemill::core
