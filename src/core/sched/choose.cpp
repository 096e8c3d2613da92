#include "core/suspend/choose.hpp"

#include <algorithm>
#include <utility>

#include "core/model/worker.hpp"
#include "core/poll/polling.hpp"
#include "core/suspend/constraint.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/task/throttle.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

// Below this task length the owner takes its own smallest without looking at the others': reading
// their keys costs about a cache miss each, and short tasks put order right again soon.
constexpr std::uint64_t kShortTaskUs = 2;
constexpr std::uint32_t kSample = 4;  // tasks; a look at the clock costs half a short task
// After so many resumed tasks in a row one that hasn't begun goes first: resumed tasks may wake
// each other for ever, while they wait for what that one does.
constexpr std::uint32_t kResumedInARow = 256;
// After so many choices a throttled creator goes on. The tasks that run may wait for what it does
// next: they may create others like them, or wake each other, until then. Mostly enough of its
// tasks are gone long before.
constexpr std::uint32_t kCreatorsTurn = 8192;

/// Asks the ready set of `m`'s team, by `pop`, for what the constraint and nested regions allow.
template <class Pop>
inline Runnable* ask(Worker& w, Member& m, Look look, Pop pop) noexcept {
  if (!m.team->ever_queued()) return nullptr;
  PopRequest request{.look = look, .begins = m.inner == 0, .others_hungry = m.team->hungry()};
  ReadySet& ready = m.team->ready;
  Runnable* item = nullptr;
  if (m.waiting.empty()) [[likely]] {
    item = pop(ready, request);
  } else {
    ConstraintFilter filter(m);
    request.filter = &filter;
    item = pop(ready, request);
  }
  if (w.search.stolen != 0) [[unlikely]]
    trace::steal(w, static_cast<std::uint64_t>(std::exchange(w.search.stolen, 0)));
  if (w.search.moved != 0) [[unlikely]]
    wake_for_moved(w, m);
  return item;
}

/// Wakes for what completed tasks have made ready, but for one that the worker takes itself.
void settle_wakes_but(Worker& w, int taken) noexcept {
  const int wakes = w.search.owed_wakes - taken;
  w.search.owed_wakes = 0;
  if (w.innermost == nullptr) return;
  for (int i = 0; i < wakes; ++i)
    if (!w.innermost->team->notify_one(w.innermost->number)) break;
}

/// Now and then between tasks: are they long, and is a poll due? Between long ones every time.
[[gnu::noinline]] void look_at_clock_slow(Worker& w, bool sampled, bool polls) noexcept {
  const std::uint64_t now = platform::ticks();
  if (polls) poll_if_due(now);
  if (!sampled) return;
  Search& s = w.search;
  s.long_tasks =
      now - s.sampled_at > kSample * kShortTaskUs * platform::ticks_per_us() ||
      (w.innermost != nullptr && w.innermost->team->ready.policy().comparing == Comparing::always);
  s.sampled_at = now;
}
inline void look_at_clock(Worker& w) noexcept {
  const bool sampled = ++w.search.picks % kSample == 0;
  if (sampled || (w.search.long_tasks && polling_active())) [[unlikely]]
    look_at_clock_slow(w, sampled, polling_active());
}

/// The immediate successor goes to its queue, where others see it.
void queue_successor(Worker& w) noexcept {
  Search& s = w.search;
  ++s.owed_wakes;
  w.innermost->ordered.push(std::exchange(s.successor, nullptr), s.successor_key);
}

/// The immediate successor, if nothing goes before it.
Runnable* take_successor(Worker& w) noexcept {
  Member& m = *w.innermost;
  Search& s = w.search;
  if (m.inner == 0 && may_begin(m, static_cast<Task*>(s.successor)) && !w.inbox.maybe_nonempty() &&
      s.successor_key <= m.team->ready.smallest(m.number, s))
    return std::exchange(s.successor, nullptr);
  queue_successor(w);
  return nullptr;
}

/// One more choice beside a throttled creator. Is it its turn, whatever there is to run?
inline bool is_creators_turn(Worker& w) noexcept {
  return ++w.search.beside_throttled >= kCreatorsTurn;
}

/// To be asked before a task goes on.
inline bool one_begins_first(Worker& w) noexcept {
  w.search.one_begins |= ++w.search.resumed % kResumedInARow == 0;
  return w.search.one_begins;
}

/// The worker is called to the private queues of its domains. As long as one of them holds
/// something it stays called.
[[gnu::noinline]] Runnable* next_bound_slow(Worker& w) noexcept {
  w.inbox.take_call();
  for (Member* m = w.innermost; m != nullptr; m = m->outer) {
    ReadySet& ready = m->team->ready;
    Runnable* const item = ready.pop_bound(m->number, {.begins = m->inner == 0});
    if (item == nullptr) continue;
    if (ready.has_bound(m->number)) w.inbox.call();
    return item;
  }
  return nullptr;
}

/// What only this worker may resume or start.
inline Runnable* pop_inbox(Worker& w) noexcept {
  Runnable* const item = w.inbox.pop();
  return item != nullptr || !w.inbox.is_called() ? item : next_bound_slow(w);
}

/// What came to this worker alone while it took `item`, a task that hasn't begun. That may have
/// been created since, by who has also let this worker's implicit task go on, and may spin on what
/// that does next. Who created it has written to the inbox before: its push shows that, too.
inline Runnable* came_before(Worker& w, const Runnable& item) noexcept {
  if (item.kind != Runnable::Kind::task || !w.inbox.maybe_nonempty()) [[likely]]
    return nullptr;
  return pop_inbox(w);
}

/// A task that hasn't begun, from the worker's own queues.
[[gnu::noinline]] Runnable* take_new_slow(Worker& w) noexcept {
  constexpr std::uint32_t kSearchEvery = 16;  // among thousands that go on
  w.search.one_begins = false;
  for (Member* m = w.innermost; m != nullptr; m = m->outer) {
    if (m->inner != 0) continue;
    ConstraintFilter filter(*m);
    const PopRequest request{
        .resumes = false, .others_hungry = m->team->hungry(), .filter = &filter};
    ReadySet& ready = m->team->ready;
    Runnable* item = ready.pop_bound(m->number, {.resumes = false});
    if (item == nullptr) item = ready.pop_own_deque(m->number, w.search, request);
    if (item == nullptr && w.search.resumed / kResumedInARow % kSearchEvery == 0)
      item = ready.pop_ordered(m->number, w.search, request);
    wake_for_moved(w, *m);
    if (item != nullptr) return item;
  }
  return nullptr;
}

Runnable* take_yielded(Worker& w) noexcept {
  w.yields.turns = std::min(w.yields.turns + 1, w.yields.count);
  --w.yields.count;
  return w.yields.tasks.pop();
}

/// What is next goes on, if anything is.
bool one_goes_on(const Worker& w) noexcept {
  return w.inbox.maybe_nonempty() ||
         (w.innermost != nullptr && is_resumed_key(w.innermost->ordered.smallest()));
}

/// Where many have given way they go on in turn, and new ones begin only now and then: one of them
/// may be what the others wait for.
bool is_yields_turn(Worker& w) noexcept {
  constexpr std::uint64_t kBeginEvery = 16;
  return w.yields.count >= Yields::kMany && !one_goes_on(w) &&
         w.search.next_random() % kBeginEvery != 0;
}

}  // namespace

void wake_for_moved(Worker& w, Member& m) noexcept {
  for (; w.search.moved != 0; --w.search.moved) m.team->notify_one(m.number);
}

bool may_find(const Worker& w, Look look) noexcept {
  if (owes_wakes(w) || w.yields.count != 0 || !w.throttled.empty() || w.inbox.maybe_nonempty())
    return true;
  for (const Member* m = w.innermost; m != nullptr; m = m->outer) {
    // relaxed: a hint.
    if (m->team->throttled_count.load(std::memory_order_relaxed) != 0 ||
        m->team->ready.may_find(m->number, look))
      return true;
  }
  return false;
}

bool resume_creator(Worker& w, std::uint64_t idle_since) noexcept {
  // Not when there are tasks, which this worker only leaves to their owners.
  if (w.innermost == nullptr || w.search.steal_feedback.leaving(platform::ticks())) return false;
  for (Member* m = w.innermost; m != nullptr; m = m->outer)
    // relaxed: a hint. First, as what is outside is summed over all members.
    if (m->team->throttled_count.load(std::memory_order_relaxed) != 0 &&
        look_ahead_due_us(*m->team, idle_since) == 0 && resume_any_creator(*m->team))
      return true;
  return false;
}

Runnable* next(Worker& w, Look look) noexcept {
  Search& s = w.search;
  look_at_clock(w);
  if (!w.throttled.empty()) resume_own_creator(w, is_creators_turn(w));
  if (s.successor != nullptr)
    if (Runnable* task = take_successor(w)) {
      if (s.owed_wakes != 0) settle_wakes_but(w, 0);
      return task;
    }
  if (s.one_begins || (one_goes_on(w) && one_begins_first(w))) [[unlikely]]
    if (Runnable* item = take_new_slow(w)) {
      if (s.owed_wakes != 0) settle_wakes_but(w, 1);
      return item;
    }
  if (Runnable* item = pop_inbox(w)) {
    if (s.owed_wakes != 0) settle_wakes_but(w, 0);
    return item;
  }
  if (is_yields_turn(w)) [[unlikely]] {
    if (s.owed_wakes != 0) settle_wakes_but(w, 0);
    return take_yielded(w);
  }
  for (Member* m = w.innermost; m != nullptr; m = m->outer) {
    Runnable* const item = ask(w, *m, look, [&](ReadySet& ready, const PopRequest& request) {
      return ready.pop(m->number, s, request);
    });
    if (item == nullptr) continue;
    if (Runnable* own = came_before(w, *item)) [[unlikely]] {
      if (s.owed_wakes != 0) settle_wakes_but(w, 0);
      queue_ready(static_cast<Task*>(item));
      return own;
    }
    if (s.owed_wakes != 0) settle_wakes_but(w, 1);
    return item;
  }
  // Nothing for us: taken by others, or forbidden to us but not to a sleeper.
  if (s.owed_wakes != 0) settle_wakes_but(w, 0);
  // Tasks that gave way may be spinning on what a creator's next task does: it goes on once each of
  // them has had its turn. Who is idle asks by itself (Idle::step()).
  const bool all_had_turns = w.yields.count != 0 && w.yields.turns >= w.yields.count;
  if (all_had_turns) w.yields.turns = 0;
  if ((all_had_turns || look == Look::insistent) && resume_creator(w, kAtOnce))
    if (Runnable* item = w.inbox.pop()) return item;
  return w.yields.count != 0 ? take_yielded(w) : nullptr;
}

void settle_wakes(Worker& w) noexcept {
  if (w.search.successor != nullptr) queue_successor(w);
  if (w.search.owed_wakes != 0) settle_wakes_but(w, 0);
}

}  // namespace tidemill::core
