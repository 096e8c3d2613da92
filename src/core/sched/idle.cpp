#include "core/sched/idle.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "core/deps/task_graph.hpp"
#include "core/memory/block_cache.hpp"
#include "core/model/worker.hpp"
#include "core/poll/lease.hpp"
#include "core/poll/poll_times.hpp"
#include "core/poll/polling.hpp"
#include "core/settings/settings.hpp"
#include "core/suspend/constraint.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/suspend/fiber_pool.hpp"
#include "core/suspend/in_place.hpp"
#include "core/task/throttle.hpp"
#include "platform/fine_timer.hpp"

namespace tidemill::core {

namespace {

constexpr int kPolls = 8;    // in a row, as long as nothing else is looked for
constexpr int kPauses = 16;  // the same
// Where tasks come and go there is one at the last look before sleep, or a worker is woken for one,
// and it is gone before the worker comes to it. Each try to sleep interrupts the tasks' owner
// (heavy_fence()), so the next one is put off, longer each time.
constexpr std::uint64_t kTryAgainLeastUs = 20;
constexpr std::uint64_t kTryAgainMostUs = 1000;
constexpr std::uint64_t kNapMostNs = 200'000;
// Held back by the scheduling constraint, a worker is not among those that pushers wake.
constexpr std::uint64_t kConstrainedNs = 200'000;

/// What a timed sleep takes beyond what it was to take: the timer, and the way back to the core.
/// Some microseconds; tens of them in a virtual machine, whose core has halted meanwhile.
/// The least of what was seen lately, as others may have had the core meanwhile: a longer one
/// raises it by a part of the difference only. Any thread; what is lost of two at once is no harm.
class NapExcess {
 public:
  void learn(std::uint64_t asked_us, std::uint64_t took_us) noexcept {
    if (took_us < asked_us) return;  // it was woken
    const auto excess = static_cast<std::uint32_t>(std::min(took_us - asked_us, kMostUs));
    const std::uint32_t known = us_.load(std::memory_order_relaxed);
    us_.store(excess <= known ? excess : known + (excess - known + kPart - 1) / kPart,
              std::memory_order_relaxed);
  }

  std::uint64_t us() const noexcept { return us_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::uint64_t kMostUs = 1000;
  static constexpr std::uint32_t kPart = 16;
  std::atomic<std::uint32_t> us_{0};
};
NapExcess nap_excess;

/// Do tasks of a team that this worker is in wait for something from outside?
bool any_outside(const Worker& w) noexcept {
  for (const Member* m = w.innermost; m != nullptr; m = m->outer)
    if (m->team->any_outside()) return true;
  return false;
}

}  // namespace

void wake_to_trim(std::atomic<bool>& plenty) noexcept {
  // relaxed: a hint; what follows is as after a push.
  if (plenty.load(std::memory_order_relaxed)) return;
  plenty.store(true, std::memory_order_relaxed);
  if (const Worker* worker = current_worker_or_null())
    if (worker->innermost != nullptr) worker->innermost->team->notify_one();
}

bool Idle::creator_is_due() const noexcept {
  return look_ahead_due_us(*worker_.member->team, steps_ == 0 ? platform::ticks() : begun_) == 0;
}

/// Has a creator been throttled since this worker looked?
bool Idle::misses_creator() const noexcept {
  if (creators_us_ != 0) return false;
  // relaxed: after the fence of announce().
  for (const Member* m = worker_.innermost; m != nullptr; m = m->outer)
    if (m->team->throttled_count.load(std::memory_order_relaxed) != 0) return true;
  return false;
}

/// Resumes a throttled creator of one of its teams, if it is time: true. Else the time until then
/// limits this worker's sleep.
bool Idle::resumes_creator(const WaitPolicy* waiter) noexcept {
  if (resume_creator(worker_, begun_)) return true;
  creators_us_ = 0;
  const auto limit = [&](const Team& team) {
    const std::uint64_t due = std::max(look_ahead_due_us(team, begun_), std::uint64_t{1});
    creators_us_ = creators_us_ == 0 ? due : std::min(creators_us_, due);
  };
  // relaxed: a hint.
  for (const Member* m = worker_.innermost; m != nullptr; m = m->outer)
    if (m->team->throttled_count.load(std::memory_order_relaxed) != 0) limit(*m->team);
  if (waiter != nullptr && waiter->only_while_work()) limit(*worker_.member->team);
  return false;
}

std::uint64_t Idle::at_most(std::uint64_t ns) const noexcept {
  return creators_us_ == 0 ? ns : std::min(ns, creators_us_ * 1000);
}

void Idle::step(WaitPolicy* waiter) {
  const std::uint64_t now = platform::ticks();
  if (steps_++ == 0) age_.begin(begun_ = now);
  if (resumes_creator(waiter)) return;
  look_round(now);
  if (advance_graphs()) return;  // work may have come meanwhile
  IdleFacts f = facts(waiter, now);
  if (wants_lease(f) && poll_on(worker_.polls.lease, age_.since()))
    f.state = state_ = IdleState::poller;
  const IdleChoice choice = next_state(f);
  if (choice.polls_first &&
      (hold(waiter, true) || (choice.act == IdleAct::sleep && age_.suspects())))
    return;
  carry_out(choice, waiter, f, now);
}

/// What a policy has left for workers without work (deps/task_graph.hpp).
bool Idle::advance_graphs() {
  for (const Member* m = worker_.innermost; m != nullptr; m = m->outer)
    if (TaskGraph* const graph = graph_at_rest(*m->team); graph != nullptr && graph->idle_step())
      return true;
  return false;
}

/// Looks at what others keep in their deques; and ignores the scheduling constraint if that has
/// held this worker back for too long.
void Idle::look_round(std::uint64_t now) noexcept {
  if (!worker_.search.steal_feedback.leaving(now)) {
    if (steps_ >= 2) be_hungry();
    kept_.look(worker_, now);
  }
  if (!ignores_ && age_.us(now) >= kConstrainedMostUs && is_constrained(worker_.innermost) &&
      any_outside(worker_))
    ignore_constraint(worker_.innermost, ignores_ = true);
}

/// Polls, if there is something to poll.
IdleFacts Idle::facts(WaitPolicy* waiter, std::uint64_t now) noexcept {
  const Settings& s = settings();
  const Member* const m = worker_.innermost;
  IdleFacts f;
  f.state = state_;
  f.idle_us = age_.us(now);
  f.looks = steps_;
  f.leaves_deques = worker_.search.steal_feedback.leaving(now);
  f.services = polling_active();
  f.polled = f.services && poll();
  if (!f.services) other_polls_ = false;
  f.other_polls = other_polls_;
  f.long_poll = age_.suspects();
  f.many_members = m != nullptr && m->team->size > s.processors;
  // What polls bring needs no other thread, and those who sleep want no core.
  f.oversubscribed = f.many_members && !(f.services && Parker::awake() <= s.processors);
  f.one_processor = s.processors == 1;
  f.block_us = block_time_us.load(std::memory_order_relaxed);
  f.nap_excess_us = nap_excess.us();
  f.woke_another = std::exchange(woke_, false) && f.oversubscribed && state_ == IdleState::poller &&
                   !is_wanted(waiter);
  f.put_off = in_vain_ || now < try_again_at_;
  f.core_kept = core_is_kept(now);
  return f;
}

void Idle::carry_out(const IdleChoice& choice, WaitPolicy* waiter, const IdleFacts& f,
                     std::uint64_t now) {
  if (choice.state != IdleState::parked) state_ = choice.state;
  const bool tries =
      choice.act == IdleAct::sleep || choice.act == IdleAct::nap || choice.act == IdleAct::put_off;
  if (tries && in_vain_) put_off_sleep(now);
  switch (choice.act) {
    case IdleAct::look:
      return;
    case IdleAct::hold:
      hold(waiter, f.polled);
      return;
    case IdleAct::offer_own:
      offer_core(OfferTo::own);
      return;
    case IdleAct::offer:
    case IdleAct::put_off:
      offer_core(OfferTo::anybody);
      return;
    case IdleAct::rest:
      return rest();
    case IdleAct::nap:
      return nap(waiter, try_again_at_ - now);
    case IdleAct::nap_beside:
      return sleep(waiter, 0, kNapBesideUs);
    case IdleAct::sleep:
      return sleep(waiter, f.idle_us, 0);
  }
}

/// Is there something it would go on with?
bool Idle::is_wanted(WaitPolicy* waiter) const noexcept {
  return has_work(worker_) || (waiter != nullptr && waiter->done());
}

/// What comes to this worker by name, or ends the wait, is noticed at once: true. What polls bring,
/// too: they are the pause then.
bool Idle::hold(WaitPolicy* waiter, bool polls) noexcept {
  const Member* m = worker_.innermost;
  const std::uint64_t last = m != nullptr && open_to_new(*m) ? kNoKey - 1 : kLastResumedKey;
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
  other_polls_ = (slept_ && poll_times().another_idle_polled(worker_.polls.lease)) ||
                 !poll_services(&took, &worker_.polls.lease);
  if (other_polls_) return false;
  const bool events = std::exchange(worker_.polls.events_came, false);
  age_.polled(took, std::exchange(slept_, false), events, platform::ticks());
  if (events) woke_ = Parker::woken_by_this_thread() != woken;
  return true;
}

/// From now on owners of deques share.
void Idle::be_hungry() noexcept {
  for (Member* m = worker_.innermost; m != nullptr; m = m->outer) count_hungry(*m, true);
}

/// `least_us`: of a poller's nap.
void Idle::sleep(WaitPolicy* waiter, std::uint64_t idle_us, std::uint64_t least_us) {
  if (!polling_active()) drop_lease();
  const bool has_lease = nap_or_queue(worker_.polls.lease, worker_.parker, age_.since());
  state_ = has_lease ? IdleState::poller : IdleState::parked;
  be_hungry();  // what a poll has called may have looked for work, too, and found some
  announce(worker_);
  // From here on either we see what was pushed, or the pusher sees us.
  const bool held = is_constrained(worker_.innermost);
  const bool ends = waiter == nullptr && worker_.is_to_end();
  const bool again =
      ends || (!held && has_work(worker_)) || worker_.inbox.maybe_nonempty() || misses_creator() ||
      (waiter != nullptr &&
       (!waiter->arm() || waiter->done() || !waiter->slot().announce_sleep(&worker_)));
  bool rested = false;
  slept_ = true;
  if (!again) {
    const bool plenty = BlockCache::plenty() || FiberPool::get(StackSize::usual).plenty() ||
                        FiberPool::get(StackSize::initial).plenty();
    if (!other_polls_) poll_times().forget_idle(worker_.polls.lease);
    if (has_lease)
      rested = park_poller(idle_us, least_us) && plenty;
    else if (held)
      worker_.parker.park(at_most(kConstrainedNs));
    else
      rested = park_until_woken(plenty);
    if (waiter != nullptr) waiter->slot().retract_sleep();
  }
  const bool woken = withdraw(worker_);
  notified_ |= woken;
  in_vain_ = !has_lease && (again || woken);  // unless it finds something now
  state_ = state_after_sleep(wake_with_lease(worker_.polls.lease));
  // Not before what it may have been woken for, nor while anyone counts on it.
  if (rested && !woken && !is_wanted(waiter)) trim_memory(waiter);
}

/// True: for long.
bool Idle::park_poller(std::uint64_t idle_us, std::uint64_t least_us) noexcept {
  nap_beside_us_ =
      other_polls_ ? std::clamp(2 * nap_beside_us_, kNapBesideUs, kNapBesideMostUs) : 0;
  const std::uint64_t proof_us = other_polls_ ? 0 : age_.proof_nap_us();
  const std::uint64_t us =
      proof_us != 0 ? proof_us : std::max({poller_nap_us(idle_us), nap_beside_us_, least_us});
  const platform::FineTimer fine;
  const std::uint64_t from = platform::ticks();
  worker_.parker.park(at_most(us * 1000));
  if (creators_us_ == 0)
    nap_excess.learn(us, (platform::ticks() - from) / platform::ticks_per_us());
  return us >= kLongNapUs;
}

/// `plenty`: of memory that rests. True: it may be given back.
bool Idle::park_until_woken(bool plenty) noexcept {
  if (plenty) worker_.memory.blocks.drain_all();
  worker_.parker.park(at_most(plenty ? kBurstNs : platform::kForever));
  return plenty && creators_us_ == 0;
}

/// Takes milliseconds.
void Idle::trim_memory(WaitPolicy* waiter) {
  drop_lease();
  BlockCache::trim_what_rests();
  for (const StackSize size : {StackSize::usual, StackSize::initial})
    FiberPool::get(size).trim([&] { return is_wanted(waiter); });
}

/// There is work, which it leaves alone for a while: nobody need wake it.
void Idle::rest() noexcept {
  const platform::FineTimer fine;
  slept_ = true;
  worker_.parker.park(kRestNs);
}

/// As sleep(), but unannounced: only what comes by name wakes it.
void Idle::nap(WaitPolicy* waiter, std::uint64_t ticks) {
  if (worker_.inbox.maybe_nonempty()) return;
  if (waiter != nullptr &&
      (!waiter->arm() || waiter->done() || !waiter->slot().announce_sleep(&worker_)))
    return;
  slept_ = true;
  {
    const platform::FineTimer fine;
    worker_.parker.park(std::min(ticks * 1000 / platform::ticks_per_us(), kNapMostNs));
  }
  if (waiter != nullptr) waiter->slot().retract_sleep();
}

void Idle::put_off_sleep(std::uint64_t now) noexcept {
  in_vain_ = false;
  try_again_us_ = std::clamp(2 * try_again_us_, kTryAgainLeastUs, kTryAgainMostUs);
  try_again_at_ = now + try_again_us_ * platform::ticks_per_us();
}

void Idle::drop_lease() noexcept {
  if (state_ != IdleState::poller) return;
  hand_over_lease(worker_.polls.lease);
  state_ = IdleState::searching;
}

void Idle::took(const Runnable& item) noexcept {
  if (steps_ != 0) stop(belongs_to_team(item) ? Took::team_work : Took::own_work);
}

bool Idle::belongs_to_team(const Runnable& item) noexcept {
  const Task* const task = item.kind == Runnable::Kind::fiber ? static_cast<const Fiber&>(item).task
                                                              : static_cast<const Task*>(&item);
  // It has woken its worker itself: what the worker was woken for besides is still there.
  if (task != nullptr && task->has_more && task->extra.affinity().strict()) return false;
  if (item.kind == Runnable::Kind::fiber) return static_cast<const Fiber&>(item).home == nullptr;
  return !task->implicit;
}

void Idle::stop(Took took) noexcept {
  steps_ = 0;
  kept_.start_over();
  for (Member* m = worker_.innermost; m != nullptr; m = m->outer) count_hungry(*m, false);
  if (ignores_) ignore_constraint(worker_.innermost, ignores_ = false);
  drop_lease();
  state_ = IdleState::searching;
  // Woken for a task, but leaving for something else: another sleeper has to take it.
  if (notified_ && took != Took::team_work)
    for (Member* m = worker_.innermost; m != nullptr; m = m->outer)
      // Or who is inside a nested region, if it is a task to go on with.
      if (team_has_work(*m) && !m->team->notify_one(m->number)) m->team->wake_inside();
  notified_ = false;
  in_vain_ = false;
  if (took == Took::team_work) try_again_us_ = 0;
}

}  // namespace tidemill::core
