#include "core/sched/idle_state.hpp"

#include <algorithm>

#include "core/poll/wait_age.hpp"

namespace tidemill::core {

namespace {

constexpr std::uint64_t kHoldUs = 2;  // hold the core: the next task is often this close
// Offer the core, come back at once. Longer than what many programs do between two regions: a
// worker that sleeps then is woken late, at times on its waker's core beside an idle one.
constexpr std::uint64_t kAwakeUs = 5000;
constexpr std::uint64_t kAwakePollsUs = 60;  // the same while messages may come
// The same for a poller with more threads than cores: at least so long, and so many times what a
// nap takes beyond what it was to take. Where both ends of a conversation nap sooner, each waits so
// long for the other's nap that it naps itself.
constexpr std::uint64_t kPollerSharingUs = 100;
constexpr std::uint64_t kPollerSharingExcess = 8;
constexpr std::uint64_t kPollerSharingMostUs = 1000;
constexpr std::uint32_t kLeastLooks = 3;  // not before a thorough look

// Up to kLongNapUs a nap is a large share of the wait, beyond it a small one.
constexpr std::uint64_t kNapLeastUs = 5, kNapShare = 32;
constexpr std::uint64_t kLongNapShare = 512, kNapMostUs = 4000;

bool is_passive(const IdleFacts& f) noexcept { return f.block_us == 0; }
bool has_lease(const IdleFacts& f) noexcept { return f.state == IdleState::poller; }

/// A poller's awake_us().
std::uint64_t poller_awake_us(const IdleFacts& f) noexcept {
  if (!f.oversubscribed) return kPollerAwakeUs;
  return std::clamp(kPollerSharingExcess * f.nap_excess_us, kPollerSharingUs, kPollerSharingMostUs);
}

/// Anybody else's.
std::uint64_t searcher_awake_us(const IdleFacts& f) noexcept {
  if (f.oversubscribed) return kHoldUs;
  if (f.block_us < 0) return f.services ? kAwakePollsUs : kAwakeUs;
  const bool polls = f.services && !is_passive(f);
  return std::max(polls ? kAwakePollsUs : kHoldUs, static_cast<std::uint64_t>(f.block_us));
}

/// To whom the core goes between two looks.
IdleAct giving(const IdleFacts& f) noexcept {
  // Who polls beside this one may be waiting for this very core, its poll half done.
  const bool own =
      f.other_polls || (f.oversubscribed && !has_lease(f)) || (f.many_members && f.one_processor);
  return own ? IdleAct::offer_own : IdleAct::offer;
}

/// The core is wanted, or it is time: what comes soon is polled for, what doesn't is slept for.
IdleChoice sleep_or_not(const IdleFacts& f, IdleState awake) noexcept {
  const bool soon = f.services && !is_passive(f) && (!f.oversubscribed || has_lease(f)) &&
                    f.idle_us < kAwakePollsUs;
  if (soon || f.looks < kLeastLooks) return {awake, IdleAct::look};
  if (f.leaves_deques)  // there is work, so nobody need wake it
    return {has_lease(f) ? awake : IdleState::sleepy, IdleAct::rest};
  if (f.polled && f.long_poll) return {awake, IdleAct::look};
  if (f.put_off) {
    const IdleState sleepy = has_lease(f) ? awake : IdleState::sleepy;
    const bool few_cores = is_passive(f) || f.oversubscribed;
    // Not beside polling services: who naps so doesn't poll.
    if (few_cores && !f.services) return {sleepy, IdleAct::nap};
    if (!few_cores && !f.core_kept) return {sleepy, IdleAct::put_off};
  }
  return {has_lease(f) ? awake : IdleState::parked, IdleAct::sleep};
}

}  // namespace

std::uint64_t awake_us(const IdleFacts& f) noexcept {
  const std::uint64_t us = searcher_awake_us(f);
  return has_lease(f) && !is_passive(f) ? std::max(us, poller_awake_us(f)) : us;
}

bool wants_lease(const IdleFacts& f) noexcept {
  return !has_lease(f) && f.services && !is_passive(f) && f.idle_us >= searcher_awake_us(f) &&
         f.idle_us < poller_awake_us(f);
}

IdleChoice next_state(const IdleFacts& f) noexcept {
  const IdleState awake = has_lease(f) ? IdleState::poller : IdleState::searching;
  // Others are awake now, poll themselves when they wait again, and need the core for it.
  if (f.woke_another && f.oversubscribed && has_lease(f) && !is_passive(f) && !f.leaves_deques)
    return {awake, IdleAct::nap_beside};
  if (!is_passive(f) && (!f.oversubscribed || f.polled) && f.idle_us < kHoldUs)
    return {awake, IdleAct::hold};
  if (f.idle_us >= awake_us(f) && !f.leaves_deques && f.looks >= kLeastLooks)
    return sleep_or_not(f, awake);
  const bool polls_first = f.polled && !is_passive(f) && !f.oversubscribed;
  // Who is passive sleeps instead: beside other load it would queue for the core at each offer.
  if (!f.core_kept && !is_passive(f)) return {awake, giving(f), polls_first};
  IdleChoice choice = sleep_or_not(f, awake);
  choice.polls_first = polls_first;
  return choice;
}

std::uint64_t poller_nap_us(std::uint64_t idle_us) noexcept {
  const std::uint64_t at_first = std::clamp(idle_us / kNapShare, kNapLeastUs, kLongNapUs);
  return std::clamp(idle_us / kLongNapShare, at_first, kNapMostUs);
}

}  // namespace tidemill::core
