#include "core/sched/choose.hpp"

#include <algorithm>
#include <utility>

#include "core/poll/polling.hpp"
#include "core/sched/constraint.hpp"
#include "core/sched/idle.hpp"
#include "core/sched/worker.hpp"
#include "core/task/throttle.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

// Below this task length the owner takes its own smallest without looking at the others': reading
// their keys costs about a cache miss each, and short tasks put order right again soon.
constexpr std::uint64_t kShortTaskUs = 2;
constexpr std::uint32_t kSample = 4;  // tasks; a look at the clock costs half a short task
constexpr std::uint32_t kSettleEvery = 4 * kSample;  // at the latest
constexpr int kMostCompared = 4;
// Every so many tasks that go on one begins first: those that go on may wake each other for ever,
// until what the other does.
constexpr std::uint32_t kResumedInARow = 256;

bool holds_resumed(const OrderedQueue& queue) noexcept { return queue.smallest() <= kStampMask; }

/// Not when the last look through all of it was in vain, and nothing has been pushed since.
[[gnu::noinline]] Runnable* take_allowed_slow(Member& from, Member& m) noexcept {
  OrderedQueue& queue = from.ordered;
  const auto allowed = [&](Runnable* item) { return may_begin(m, item); };
  std::uint64_t seen = 0;
  if (m.waiting.in_vain(from.number, queue.pushes())) return nullptr;
  Runnable* item = queue.pop_slow(allowed, &seen);
  if (item == nullptr) m.waiting.looked_in_vain(from.number, seen);
  return item;
}

/// Takes from one ordered queue what this member may run: what has begun any time.
inline Runnable* take(Member& from, Member& m) noexcept {
  if (m.inner == 0 && m.waiting.empty()) return from.ordered.pop();
  if (from.ordered.smallest() == kNoKey) return nullptr;
  if (holds_resumed(from.ordered))
    if (Runnable* item = from.ordered.pop_resumed()) return item;
  return m.inner == 0 ? take_allowed_slow(from, m) : nullptr;
}

/// Whose queue to take from: the own one, or another's whose smallest key is before ours.
Member& choose_queue(Worker& w, Member& m) noexcept {
  Member* best = &m;
  const int size = m.team->size;
  if (!w.long_tasks || size == 1) return *best;
  std::uint64_t smallest = best->ordered.smallest();
  const int looks = std::min(size - 1, kMostCompared);
  int at = size - 1 <= kMostCompared
               ? m.number
               : static_cast<int>(w.next_random() % static_cast<std::uint64_t>(size));
  for (int i = 0; i < looks; ++i) {
    if (++at >= size) at -= size;
    const std::uint64_t key = m.team->members[at].ordered.smallest();
    if (key < smallest) {
      smallest = key;
      best = &m.team->members[at];
    }
  }
  return *best;
}

/// The newest task, which isn't to begin yet.
[[gnu::noinline]] Task* put_back_slow(Member& m, Task* task) noexcept {
  m.deque.push(task);
  m.team->notify_one();  // a sleeper's last look may have missed it
  return nullptr;
}

/// Newest own task without dependences. What the constraint forbids goes to the ordered queue
/// once we are about to sleep, where everybody can find it, and is put back before.
Runnable* take_own_deque(Member& m, Look look) noexcept {
  while (Task* task = m.deque.pop()) {
    if (may_begin(m, task)) {
      if (shares_now(m)) m.deque.share();
      return task;
    }
    if (look == Look::quick) return put_back_slow(m, task);
    m.ordered.push(task);
    m.team->notify_one();
  }
  return nullptr;
}

/// From the others. `insistent`: also what they have kept to themselves for a while.
Runnable* steal(Worker& w, Member& m, Look look) noexcept {
  Team& team = *m.team;
  const bool from_deques =
      m.inner == 0 && (w.loot.worth_a_look(platform::ticks()) || look == Look::insistent);
  int at = static_cast<int>(w.next_random() % static_cast<std::uint64_t>(team.size));
  for (int i = 0; i < team.size; ++i, at = at + 1 == team.size ? 0 : at + 1) {
    Member& victim = team.members[at];
    if (&victim == &m) continue;
    if (Runnable* item = take(victim, m)) {
      trace::steal(w, 1);
      return item;
    }
    if (!from_deques || (look != Look::insistent && !victim.deque.maybe_shared())) continue;
    const std::uint64_t from = platform::ticks();
    Task* task = nullptr;
    std::int64_t count = 1;
    if (look == Look::insistent)
      task = victim.deque.steal_private();
    else if (m.waiting.empty())
      task = victim.deque.steal_half(m.deque, w.loot.most(), &count);
    else
      task = victim.deque.steal();
    if (task == nullptr) continue;
    trace::steal(w, static_cast<std::uint64_t>(count));
    // They were in nobody's deque for a moment: a sleeper's last look may have missed them.
    if (count > 1) team.notify_one();
    w.loot.took(victim.deque, count, from, platform::ticks());
    if (may_begin(m, task)) return task;
    m.ordered.push(task);
    team.notify_one();
  }
  return nullptr;
}

Runnable* next_of(Worker& w, Member& m, Look look) noexcept {
  if (Runnable* item = take(choose_queue(w, m), m)) return item;
  if (m.inner == 0)
    if (Runnable* item = take_own_deque(m, look)) return item;
  return m.team->size > 1 ? steal(w, m, look) : nullptr;
}

/// Wakes for what completed tasks have made ready, but for one that the worker takes itself.
void settle_wakes_but(Worker& w, int taken) noexcept {
  const int wakes = w.owed_wakes - taken;
  w.owed_wakes = 0;
  if (w.innermost == nullptr) return;
  for (int i = 0; i < wakes; ++i)
    if (!w.innermost->team->notify_one()) break;
}

/// Now and then between tasks: are they long, and is a poll due? Between long ones every time.
[[gnu::noinline]] void look_at_clock_slow(Worker& w, bool sampled, bool polls) noexcept {
  const std::uint64_t now = platform::ticks();
  if (polls) poll_if_due(now);
  if (!sampled) return;
  if (w.put_off.parent != nullptr && w.picks % kSettleEvery == 0) settle_put_off_slow(w);
  w.long_tasks = now - w.sampled_at > kSample * kShortTaskUs * platform::ticks_per_us();
  w.sampled_at = now;
}
/// True: it was time.
inline bool look_at_clock(Worker& w) noexcept {
  const bool sampled = ++w.picks % kSample == 0;
  if (!sampled && !(w.long_tasks && polling_active())) [[likely]]
    return false;
  look_at_clock_slow(w, sampled, polling_active());
  return true;
}

/// The task that the last one made ready goes to its queue, where others see it.
void queue_direct(Worker& w) noexcept {
  Task* task = w.direct;
  w.direct = nullptr;
  ++w.owed_wakes;
  w.innermost->ordered.push(task);
}

/// The task that the last one made ready, if nothing goes before it.
Task* take_direct(Worker& w) noexcept {
  Member& m = *w.innermost;
  if (m.inner == 0 && may_begin(m, w.direct) && !w.strict.maybe_nonempty() &&
      w.direct->key <= choose_queue(w, m).ordered.smallest())
    return std::exchange(w.direct, nullptr);
  queue_direct(w);
  return nullptr;
}

// These are functions of their own, lest next_at_a_glance() save registers for all of them.

/// A task of the own deque has been taken: may it begin?
[[gnu::noinline]] Task* begin_of_own_slow(Member& m, Task* task) noexcept {
  // One waits, at most; see next_at_a_glance().
  if (!m.waiting.empty() && task->parent != m.waiting.front() &&
      !is_descendant(task->parent, m.waiting.front()))
    return put_back_slow(m, task);
  if (shares_now(m)) m.deque.share();
  return task;
}

inline bool producer_goes_first(const Worker& w, const Member& m) noexcept {
  return !w.aside.empty() && m.deque.size() <= ready_low_mark(*m.team);
}

/// As next_own(), where it is `time` to look at the clock, or pop_at_hand() has found nothing.
[[gnu::noinline]] Task* next_own_slow(Worker& w, Member& m, bool time) noexcept {
  if (time) {
    look_at_clock_slow(w, true, polling_active());
    // What a poll has woken goes first.
    if (w.long_tasks || w.strict.maybe_nonempty() || m.ordered.smallest() != kNoKey ||
        producer_goes_first(w, m))
      return nullptr;
  }
  Task* const task = m.deque.pop();
  return task != nullptr ? begin_of_own_slow(m, task) : nullptr;
}

/// The newest task of the worker's own deque, whose tasks are short.
[[gnu::noinline]] Task* next_own(Worker& w, Member& m) noexcept {
  if (polling_active() && ++w.picks % kSample == 0) return next_own_slow(w, m, true);
  if (producer_goes_first(w, m)) return nullptr;
  Task* const task = m.deque.pop_at_hand();
  if (task == nullptr) return next_own_slow(w, m, false);
  if ((!m.waiting.empty() && task->parent != m.waiting.front()) || shares_now(m)) [[unlikely]]
    return begin_of_own_slow(m, task);
  return task;
}

/// To be asked before a task goes on.
inline bool one_begins_first(Worker& w) noexcept {
  w.one_begins |= ++w.resumed % kResumedInARow == 0;
  return w.one_begins;
}

/// What only this worker may resume or start, if nothing goes before it.
[[gnu::noinline]] Runnable* next_strict(Worker& w) noexcept {
  if (w.direct != nullptr || w.owed_wakes != 0 || !w.aside.empty() || one_begins_first(w))
    return nullptr;
  look_at_clock(w);
  return w.strict.pop();
}

/// What the last task has made ready, or the smallest of the worker's own ordered queue.
[[gnu::noinline]] Runnable* next_ordered(Worker& w, Member& m, std::uint64_t smallest) noexcept {
  if (look_at_clock(w) && (w.long_tasks || w.strict.maybe_nonempty())) return nullptr;
  if (!w.aside.empty() && may_go_on(*w.aside.back())) return nullptr;
  if (smallest <= kStampMask && one_begins_first(w)) return nullptr;
  Runnable* item = w.direct;
  if (item == nullptr) {
    item = take(m, m);
  } else {
    if (item->key > smallest || !may_begin(m, w.direct)) return nullptr;
    w.direct = nullptr;
    ++w.owed_wakes;  // this one was never among them
  }
  if (item != nullptr && w.owed_wakes != 0) settle_wakes_but(w, 1);
  return item;
}

/// A task that hasn't begun, from the worker's own queues.
[[gnu::noinline]] Runnable* take_new_slow(Worker& w) noexcept {
  constexpr std::uint32_t kSearchEvery = 16;  // among thousands that go on
  w.one_begins = false;
  for (Member* m = w.innermost; m != nullptr; m = m->outer) {
    if (m->inner != 0) continue;
    if (Runnable* item = take_own_deque(*m, Look::quick)) return item;
    if (w.resumed / kResumedInARow % kSearchEvery != 0) continue;
    const auto is_new = [&](Runnable* item) {
      return item->kind == Runnable::Kind::task && may_begin(*m, item);
    };
    std::uint64_t seen = 0;
    if (Runnable* item = m->ordered.pop_slow(is_new, &seen)) return item;
  }
  return nullptr;
}

/// What is next goes on, if anything is.
bool one_goes_on(const Worker& w) noexcept {
  return w.strict.maybe_nonempty() ||
         (w.innermost != nullptr && holds_resumed(w.innermost->ordered));
}

bool may_find_in(const Member& m, Look look) noexcept {
  const Team& team = *m.team;
  if (team.throttled_count.load(std::memory_order_relaxed) != 0) return true;
  for (int i = 0; i < team.size; ++i) {
    const Member& other = team.members[i];
    if (other.ordered.smallest() != kNoKey || other.deque.maybe_shared()) return true;
    if ((look == Look::insistent || &other == &m) && other.deque.maybe_nonempty()) return true;
  }
  return false;
}

}  // namespace

bool may_find(const Worker& w, Look look) noexcept {
  if (w.put_off.parent != nullptr || w.direct != nullptr || w.owed_wakes != 0 ||
      w.yielded_count != 0 || !w.aside.empty() || w.strict.maybe_nonempty())
    return true;
  for (const Member* m = w.innermost; m != nullptr; m = m->outer)
    if (may_find_in(*m, look)) return true;
  return false;
}

Runnable* take_yielded(Worker& w) noexcept {
  --w.yielded_count;
  return w.yielded.pop();
}

Runnable* next_at_a_glance(Worker& w) noexcept {
  Member* const m = w.innermost;
  if (m == nullptr || w.long_tasks) return nullptr;
  if (w.strict.maybe_nonempty()) return next_strict(w);
  if (m->inner != 0 || m->waiting.size() > 1) return nullptr;
  const std::uint64_t smallest = m->ordered.smallest();
  if (w.direct == nullptr && w.owed_wakes == 0 && smallest == kNoKey) return next_own(w, *m);
  return next_ordered(w, *m, smallest);
}

Runnable* next(Worker& w, Look look) noexcept {
  if (w.put_off.parent != nullptr) settle_put_off_slow(w);
  if (Runnable* item = next_at_a_glance(w)) return item;
  look_at_clock(w);
  if (!w.aside.empty()) resume_own_producer(w);
  if (w.direct != nullptr)
    if (Task* task = take_direct(w)) {
      if (w.owed_wakes != 0) settle_wakes_but(w, 0);
      return task;
    }
  if (w.one_begins || (one_goes_on(w) && one_begins_first(w))) [[unlikely]]
    if (Runnable* item = take_new_slow(w)) {
      if (w.owed_wakes != 0) settle_wakes_but(w, 1);
      return item;
    }
  if (Runnable* item = w.strict.pop()) {
    if (w.owed_wakes != 0) settle_wakes_but(w, 0);
    return item;
  }
  for (Member* m = w.innermost; m != nullptr; m = m->outer) {
    if (Runnable* item = next_of(w, *m, look)) {
      if (w.owed_wakes != 0) settle_wakes_but(w, 1);
      return item;
    }
  }
  // Nothing for us: taken by others, or forbidden to us but not to a sleeper.
  if (w.owed_wakes != 0) settle_wakes_but(w, 0);
  // Tasks that gave way may be spinning on what a producer's next task does: it goes first. Not
  // when there are tasks, which this worker only leaves to their owners.
  if (w.innermost != nullptr && !w.loot.leaving(platform::ticks()))
    for (Member* m = w.innermost; m != nullptr; m = m->outer)
      if (resume_any_producer(*m->team))
        if (Runnable* item = w.strict.pop()) return item;
  return w.yielded_count != 0 ? take_yielded(w) : nullptr;
}

void settle_wakes(Worker& w) noexcept {
  if (w.put_off.parent != nullptr) settle_put_off_slow(w);
  if (w.direct != nullptr) queue_direct(w);
  if (w.owed_wakes != 0) settle_wakes_but(w, 0);
}

}  // namespace tidemill::core
