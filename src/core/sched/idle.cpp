#include "core/sched/idle.hpp"

#include <sched.h>
#include <sys/prctl.h>

#include <algorithm>
#include <utility>

#include "core/poll/polling.hpp"
#include "core/sched/constraint.hpp"
#include "core/sched/dispatch.hpp"
#include "core/sched/fiber_pool.hpp"
#include "core/sched/nap_excess.hpp"
#include "core/sched/offer_core.hpp"
#include "core/sched/worker.hpp"
#include "core/settings/settings.hpp"
#include "platform/asymmetric_fence.hpp"

namespace tidemill::core {

namespace {

constexpr std::uint64_t kPauseUs = 2;          // hold the core: the next task is often this close
constexpr std::uint64_t kYieldUs = 500;        // offer the core, come back at once
constexpr std::uint64_t kYieldPollUs = 60;     // the same while messages may be on their way
constexpr std::uint64_t kYieldWatchUs = 5000;  // the same for the one that keeps the watch
// The same with more threads than cores: at least so long, and so many times what a nap takes
// beyond what it was to take. Where both ends of a conversation nap sooner, each waits so long for
// the other's nap that it naps itself.
constexpr std::uint64_t kYieldCrowdedUs = 100;
constexpr std::uint64_t kYieldCrowdedExcess = 8;
constexpr std::uint64_t kYieldCrowdedMostUs = 1000;
constexpr int kPolls = 8;    // in a row, as long as nothing else is looked for
constexpr int kPauses = 16;  // the same
// The watch sleeps for a share of the time it has been idle, so that what it waits for is noticed
// late by that share at most, and a long wait costs next to nothing. Up to a millisecond it is a
// large share, beyond it a small one.
constexpr std::uint64_t kWatchLeastUs = 5;
constexpr std::uint64_t kWatchShare = 32;
constexpr std::uint64_t kWatchLongUs = 1000;
constexpr std::uint64_t kWatchLongShare = 512;
constexpr std::uint64_t kWatchMostUs = 4000;
// Polls that seem to move data make the wait a young one; if for so long neither an event comes nor
// another such poll, they were only interrupted, as long polls are now and then, and it is as old
// as it was: else naps never grow. If they go on like that for longer, some naps so short that data
// goes on to move have to prove it.
constexpr std::uint64_t kBelievedUs = 10'000;
constexpr std::uint64_t kBelievedMostUs = 20'000;
constexpr std::uint64_t kProofNapUs = 20;
// At least, beside a worker that polls without sleep: what comes, comes to that one first, and each
// time the watch wakes it may take the core from that very poll. Twice as long each time it finds
// that one at it again: with what comes after it a nap may cost half of the least.
constexpr std::uint64_t kWatchBesideUs = 100;
constexpr std::uint64_t kWatchBesideMostUs = 1000;
// Looking at the private part of a deque disturbs its owner, taking from it even more; tasks that
// come and go quickly are better left to him.
constexpr std::uint64_t kKeptLookUs = 1;
constexpr std::uint32_t kRipeSightings = 3;
constexpr std::uint64_t kLeavingNs = 20'000;  // between looks at deques it leaves alone
// Where tasks come and go there is one at the last look before sleep, or a worker is woken for one,
// and it is gone before the worker comes to it. Each try to sleep interrupts the tasks' owner
// (heavy_fence()), so the next one is put off, longer each time.
constexpr std::uint64_t kTryAgainLeastUs = 20;
constexpr std::uint64_t kTryAgainMostUs = 1000;
constexpr std::uint64_t kNapMostNs = 200'000;
// Held back by the scheduling constraint, a worker is not among those that pushers wake.
constexpr std::uint64_t kConstrainedUs = 200;

/// May tasks of this member begin on its worker, so that a pusher should wake it?
bool open_to_new(const Member& m) noexcept { return m.inner == 0 && m.waiting.empty(); }

void announce(Worker& w) noexcept {
  for (Member* m = w.innermost; m != nullptr; m = m->outer) {
    // release, both: m->worker, for whoever takes it. Pairs with the exchange in wake_announced().
    // The counts are ordered by the fence below.
    if (m->inner != 0) {
      m->idle_inside.store(true, std::memory_order_release);
      m->team->idle_inside_count.fetch_add(1, std::memory_order_relaxed);
    }
    if (!open_to_new(*m)) continue;
    m->idle.store(true, std::memory_order_release);
    m->team->idle_count.fetch_add(1, std::memory_order_relaxed);
  }
  platform::heavy_fence();  // against the light one between a push and the look at idle_count
}

/// True if a pusher has taken our announcement: it counts on us.
bool withdraw(Worker& w) noexcept {
  bool taken = false;
  for (Member* m = w.innermost; m != nullptr; m = m->outer) {
    // acq_rel, both: acquire what the pusher who took it did; with the exchange in
    // wake_announced().
    if (m->inner != 0 && m->idle_inside.exchange(false, std::memory_order_acq_rel))
      m->team->idle_inside_count.fetch_sub(1, std::memory_order_relaxed);
    if (!open_to_new(*m)) continue;
    if (m->idle.exchange(false, std::memory_order_acq_rel))
      m->team->idle_count.fetch_sub(1, std::memory_order_relaxed);  // too many: a look in vain
    else
      taken = true;
  }
  return taken;
}

bool team_has_work(const Member& m) noexcept {
  return m.team->ready.has_any(m.number, open_to_new(m));
}

/// Do tasks wait for something from outside, of a team that this worker is in?
bool any_outside(const Worker& w) noexcept {
  for (const Member* m = w.innermost; m != nullptr; m = m->outer)
    if (m->team->any_outside()) return true;
  return false;
}

std::uint64_t nap_of_watch_us(std::uint64_t idle_us) noexcept {
  const std::uint64_t at_first = std::clamp(idle_us / kWatchShare, kWatchLeastUs, kWatchLongUs);
  return std::clamp(idle_us / kWatchLongShare, at_first, kWatchMostUs);
}

/// relaxed, all: paces, no more.
NapExcess nap_excess;

std::uint64_t yield_crowded_us() noexcept {
  return std::clamp(kYieldCrowdedExcess * nap_excess.us(), kYieldCrowdedUs, kYieldCrowdedMostUs);
}

/// Timed sleeps are late by the thread's timer slack, 50 us unless told otherwise: more than the
/// shortest ones last. A thread from outside gets its own value back.
class FineTimer {
 public:
  FineTimer() noexcept : before_(prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0)) {
    prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0);
  }
  ~FineTimer() { prctl(PR_SET_TIMERSLACK, before_, 0, 0, 0); }
  FineTimer(const FineTimer&) = delete;
  FineTimer& operator=(const FineTimer&) = delete;

 private:
  long before_;
};

}  // namespace

bool has_work(const Worker& w) noexcept {
  if (w.inbox.maybe_nonempty() || w.yielded.maybe_nonempty()) return true;
  for (const Member* m = w.innermost; m != nullptr; m = m->outer)
    if (team_has_work(*m)) return true;
  return false;
}

void wake_to_trim() noexcept {
  if (const Worker* worker = current_worker_or_null())
    if (worker->innermost != nullptr) worker->innermost->team->notify_one();
}

namespace {

bool may_stay_awake() noexcept {
  return !polling_active() && block_time_us.load(std::memory_order_relaxed) != 0;
}

bool is_crowded(const Worker& w) noexcept {
  return w.innermost != nullptr && w.innermost->team->size > settings().processors;
}

}  // namespace

bool may_spin(const Worker& w) noexcept { return may_stay_awake() && !is_crowded(w); }
bool may_yield(const Worker& w) noexcept { return may_stay_awake() && is_crowded(w); }

bool yield_once(const Worker& w, int* yields, std::uint64_t* since) noexcept {
  constexpr std::uint64_t kMostUs = 50;
  constexpr int kLeast = 16;  // the system doesn't always take the one that is meant
  const std::uint64_t now = platform::ticks();
  if (*since == 0) *since = now;
  if (++*yields > std::max(w.innermost->team->size, kLeast) ||
      now - *since > kMostUs * platform::ticks_per_us())
    return false;
  if (has_work(w)) return false;
  sched_yield();
  return true;
}

bool wait_awake(const Worker& w, std::uint64_t since) noexcept {
  const bool crowded = is_crowded(w);
  const bool short_of_time = crowded || block_time_us.load(std::memory_order_relaxed) == 0;
  const std::uint64_t us = (platform::ticks() - since) / platform::ticks_per_us();
  if (us >= (short_of_time ? kPauseUs : kYieldUs)) return false;
  if (crowded) {  // its own threads alone can end the wait
    sched_yield();
    return true;
  }
  if ((short_of_time || us >= kPauseUs) && offer_core(OfferTo::others)) return true;
  for (int i = 0; i < kPauses; ++i) platform::pause();
  return true;
}

void Idle::step(WaitPolicy* waiter) {
  const std::uint64_t now = platform::ticks();
  if (steps_++ == 0) begin_stretch(now);
  const bool leaving = worker_.search.steal_feedback.leaving(now);
  if (!hungry_ && steps_ >= 2 && !leaving) be_hungry();
  if (!leaving) look_for_kept_tasks(now);
  const std::uint64_t idle_us = (now - since_) / platform::ticks_per_us();
  if (!ignores_ && idle_us >= kConstrainedMostUs && is_constrained(worker_.innermost) &&
      any_outside(worker_))
    ignore_constraint(worker_.innermost, ignores_ = true);
  const bool polls = polling_active();
  const bool polled = polls && poll();
  if (!polls) beside_ = false;
  const Settings& s = settings();
  const Member* m = worker_.innermost;
  const bool crowded_team = m != nullptr && m->team->size > s.processors;
  // What polls bring needs no other thread, and those who sleep want no core.
  const bool crowded = crowded_team && !(polls && Parker::awake() <= s.processors);
  const long asked = block_time_us.load(std::memory_order_relaxed);
  const bool passive = asked == 0;
  // Its polls bring what others wait for. They are awake now, poll themselves when they wait again,
  // and need the core for it.
  if (std::exchange(woke_, false) && crowded && watching_ && !passive && !leaving &&
      !has_work(worker_) && !(waiter != nullptr && waiter->done()))
    return sleep(waiter, 0, kWatchBesideUs);
  if (!passive && (!crowded || polled) && idle_us < kPauseUs) {
    linger(waiter, polled);
    return;
  }
  std::uint64_t yields = passive || crowded ? kPauseUs : polls ? kYieldPollUs : kYieldUs;
  if (!crowded && asked > 0) yields = std::max(yields, static_cast<std::uint64_t>(asked));
  const std::uint64_t keeps = crowded ? yield_crowded_us() : kYieldWatchUs;  // with the watch
  if (polls && !passive && idle_us < keeps && idle_us >= yields && !watching_)
    watching_ = poll_on(worker_.watcher, since_);
  if (watching_ && !passive) yields = std::max(yields, keeps);
  if (idle_us < yields || leaving || steps_ < 3) {
    if (polled && !passive && !crowded && linger(waiter, true)) return;
    if (crowded && !polls) {  // its own threads alone can end the wait
      sched_yield();
      return;
    }
    // Who polls beside this one may be waiting for this very core, its poll half done.
    const bool own = beside_ || (crowded && !watching_) || (crowded_team && s.processors == 1);
    if (offer_core(own ? OfferTo::own : OfferTo::others)) return;
  }
  // Others want the core: what comes soon is polled for, what doesn't is slept for.
  if (polls && !passive && (!crowded || watching_) && idle_us < kYieldPollUs) return;
  if (steps_ < 3) return;  // not before a thorough look
  if (leaving) {           // there is work, so nobody need wake it
    FineTimer fine;
    slept_ = true;
    worker_.parker.park(kLeavingNs);
    return;
  }
  if (polled && moving_.suspects()) return;
  if (in_vain_) put_off_sleep(now);
  if (now < try_again_at_) {
    // Not beside polling services: who naps doesn't poll.
    if ((passive || crowded) && !polls) return nap(waiter, try_again_at_ - now);
    if (!passive && !crowded && offer_core(OfferTo::others)) return;
  }
  sleep(waiter, idle_us, 0);
}

/// What comes to this worker by name, or ends the wait, is noticed at once: true. What polls bring,
/// too: they are the pause then.
bool Idle::linger(WaitPolicy* waiter, bool polls) noexcept {
  const Member* m = worker_.innermost;
  const std::uint64_t last = m != nullptr && open_to_new(*m) ? kNoKey - 1 : kStampMask;
  for (int i = 0; i < (polls ? kPolls : kPauses); ++i) {
    if (worker_.inbox.maybe_nonempty() || (waiter != nullptr && waiter->done())) return true;
    if (m != nullptr && m->ordered.smallest() <= last) return true;
    if (polls && m != nullptr && m->team->size > 1) platform::pause();  // others enter MPI
    if (polls)
      poll();
    else
      platform::pause();
  }
  return false;
}

/// False: somebody else is at it. As long as events come, or a message's data, the wait is young.
bool Idle::poll() noexcept {
  std::uint64_t took = 0;
  const std::uint32_t woken = Parker::woken_by_this_thread();
  beside_ =
      (slept_ && another_idle_polls(worker_.watcher)) || !poll_services(&took, &worker_.watcher);
  if (beside_) return false;
  const bool moved = moving_.polled(took, std::exchange(slept_, false));
  const std::uint64_t now = platform::ticks();
  if (std::exchange(worker_.events_came, false)) {
    begin_stretch(now);
    moving_.trust();
    woke_ = Parker::woken_by_this_thread() != woken;
  } else if (moved) {
    believe(now);
  } else if (before_moving_ != 0 &&
             (now - since_ > kBelievedUs * platform::ticks_per_us() || moving_.refuted())) {
    begin_stretch(before_moving_);
    moving_.doubt();
  }
  return true;
}

void Idle::believe(std::uint64_t now) noexcept {
  const std::uint64_t us = platform::ticks_per_us();
  if (before_moving_ == 0) {
    before_moving_ = since_;
    believed_since_ = now;
  }
  since_ = now;
  if (now - believed_since_ <= kBelievedMostUs * us) return;
  believed_since_ = now;
  since_ = now - kYieldWatchUs * us;
  moving_.doubt();
}

void Idle::begin_stretch(std::uint64_t ticks) noexcept {
  since_ = ticks;
  before_moving_ = 0;
}

/// From now on owners of deques share.
void Idle::be_hungry() noexcept {
  hungry_ = true;
  // relaxed: a hint for owners; for sleepers announce() orders it.
  for (Member* m = worker_.innermost; m != nullptr; m = m->outer)
    m->team->hungry_count.fetch_add(1, std::memory_order_relaxed);
}

/// A task that its owner has kept for several looks, and made no progress meanwhile, is ripe: the
/// owner is busy with something long.
void Idle::look_for_kept_tasks(std::uint64_t now) noexcept {
  ripe_ = false;
  if (now - looked_at_ < kKeptLookUs * platform::ticks_per_us()) return;
  looked_at_ = now;
  const TaskDeque* kept = nullptr;
  for (const Member* m = worker_.innermost; m != nullptr && kept == nullptr; m = m->outer) {
    if (!open_to_new(*m)) continue;
    for (int i = 0; i < m->team->size && kept == nullptr; ++i) {
      const Member& other = m->team->members[i];
      if (&other != m && other.deque.maybe_nonempty()) kept = &other.deque;
    }
  }
  const std::uint64_t before = std::exchange(progress_, kept != nullptr ? kept->progress() : 0);
  sightings_ = kept == nullptr ? 0 : progress_ == before ? sightings_ + 1 : 1;
  if (sightings_ < kRipeSightings) return;
  ripe_ = true;
  sightings_ = 0;
}

/// `least_us`: of a nap with the watch.
void Idle::sleep(WaitPolicy* waiter, std::uint64_t idle_us, std::uint64_t least_us) {
  if (!polling_active()) drop_watch();
  watching_ = nap_or_queue(worker_.watcher, worker_.parker, since_);
  announce(worker_);
  // From here on either we see what was pushed, or the pusher sees us.
  const bool held = is_constrained(worker_.innermost);
  const bool again = (!held && has_work(worker_)) || worker_.inbox.maybe_nonempty() ||
                     (waiter != nullptr && (!waiter->arm() || waiter->done() ||
                                            !waiter->slot().announce_sleep(&worker_)));
  bool rested = false;
  slept_ = true;
  if (!again) {
    const bool plenty = BlockCache::plenty() || FiberPool::get().plenty();
    if (!beside_) stops_polling(worker_.watcher);
    if (watching_) {
      beside_us_ = beside_ ? std::clamp(2 * beside_us_, kWatchBesideUs, kWatchBesideMostUs) : 0;
      const std::uint64_t us = moving_.tries() && !beside_
                                   ? kProofNapUs
                                   : std::max({nap_of_watch_us(idle_us), beside_us_, least_us});
      FineTimer fine;
      const std::uint64_t from = platform::ticks();
      worker_.parker.park(us * 1000);
      nap_excess.learn(us, (platform::ticks() - from) / platform::ticks_per_us());
      rested = plenty && us >= kWatchLongUs;
    } else if (held) {
      worker_.parker.park(kConstrainedUs * 1000);
    } else {
      if (plenty) worker_.blocks.drain_all();
      worker_.parker.park(plenty ? kBurstNs : platform::kForever);
      rested = plenty;
    }
    if (waiter != nullptr) waiter->slot().retract_sleep();
  }
  const bool woken = withdraw(worker_);
  notified_ |= woken;
  in_vain_ = !watching_ && (again || woken);  // unless it finds something now
  watching_ = wake_to_watch(worker_.watcher);
  // Takes milliseconds: not before what it may have been woken for, nor while anyone counts on it.
  const auto wanted = [&] { return has_work(worker_) || (waiter != nullptr && waiter->done()); };
  if (!rested || woken || wanted()) return;
  drop_watch();
  BlockCache::trim_what_rests();
  FiberPool::get().trim(wanted);
}

/// As sleep(), but unannounced: only what comes by name wakes it.
void Idle::nap(WaitPolicy* waiter, std::uint64_t ticks) {
  if (worker_.inbox.maybe_nonempty()) return;
  if (waiter != nullptr &&
      (!waiter->arm() || waiter->done() || !waiter->slot().announce_sleep(&worker_)))
    return;
  slept_ = true;
  {
    FineTimer fine;
    worker_.parker.park(std::min(ticks * 1000 / platform::ticks_per_us(), kNapMostNs));
  }
  if (waiter != nullptr) waiter->slot().retract_sleep();
}

void Idle::put_off_sleep(std::uint64_t now) noexcept {
  in_vain_ = false;
  try_again_us_ = std::clamp(2 * try_again_us_, kTryAgainLeastUs, kTryAgainMostUs);
  try_again_at_ = now + try_again_us_ * platform::ticks_per_us();
}

void Idle::drop_watch() noexcept {
  if (watching_) hand_over_watch(worker_.watcher);
  watching_ = false;
}

bool Idle::belongs_to_team(const Runnable& item) noexcept {
  if (item.kind == Runnable::Kind::fiber) return static_cast<const Fiber&>(item).home == nullptr;
  return !static_cast<const Task&>(item).implicit;
}

void Idle::stop(Took took) noexcept {
  steps_ = 0;
  sightings_ = 0;
  ripe_ = false;
  if (hungry_) {
    hungry_ = false;
    for (Member* m = worker_.innermost; m != nullptr; m = m->outer)
      m->team->hungry_count.fetch_sub(1, std::memory_order_relaxed);
  }
  if (ignores_) ignore_constraint(worker_.innermost, ignores_ = false);
  drop_watch();
  // Woken for a task, but leaving for something else: another sleeper has to take it.
  if (notified_ && took != Took::team_work)
    for (Member* m = worker_.innermost; m != nullptr; m = m->outer)
      // Or who is inside a nested region, if it is a task to go on with.
      if (team_has_work(*m) && !m->team->notify_one()) m->team->wake_inside();
  notified_ = false;
  in_vain_ = false;
  if (took == Took::team_work) try_again_us_ = 0;
}

}  // namespace tidemill::core
