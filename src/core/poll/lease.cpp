#include "core/poll/lease.hpp"

#include <atomic>
#include <mutex>
#include <utility>

#include "core/poll/polling.hpp"
#include "core/sync/spin_lock.hpp"
#include "platform/cpu.hpp"
#include "platform/futex.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

namespace {

constexpr std::uint64_t kLongLeaseUs = 10'000;  // one that lasts: the helper need not look

struct Lease {
  SpinLock lock;                 // guards the rest
  LeaseEntry* poller = nullptr;  // has it
  LeaseEntry* second = nullptr;  // polls on while the poller naps, if somebody else does
  LeaseEntry* queue = nullptr;   // newest first: the most recent sleeper is the warmest
  // 1: the helper sleeps until the lease is free. Set under the lock; cleared by whoever wakes it.
  // relaxed: it hands nothing over, and the lock tells who comes first (wake_helper()).
  std::atomic<std::uint32_t> helper_rests{0};
};

Lease& lease() noexcept { return platform::ProcessWide<Lease>::get(); }

void unlink_locked(Lease& l, LeaseEntry& entry) noexcept {
  (entry.previous != nullptr ? entry.previous->next : l.queue) = entry.next;
  if (entry.next != nullptr) entry.next->previous = entry.previous;
  entry.queued = false;
}

/// By itself, awake.
void leave_queue_locked(Lease& l, LeaseEntry& entry) noexcept {
  unlink_locked(l, entry);
  entry.napping = false;
}

void queue_locked(Lease& l, LeaseEntry& entry) noexcept {
  entry.previous = nullptr;
  entry.next = l.queue;
  if (l.queue != nullptr) l.queue->previous = &entry;
  l.queue = &entry;
  entry.queued = true;
}

/// The lease is now that one's; who had it is queued.
void move_locked(Lease& l, LeaseEntry& to) noexcept {
  if (to.queued) unlink_locked(l, to);
  if (l.poller != nullptr) queue_locked(l, *l.poller);
  l.poller = &to;
}

void give_to_sleeper_locked(Lease& l, LeaseEntry& to) noexcept {
  move_locked(l, to);
  if (!to.napping) to.parker->unpark();
}

/// Gives a free lease to the second, or to a sleeper if there is something to poll.
void give_locked(Lease& l) noexcept {
  if (l.poller != nullptr) return;
  if (l.second != nullptr)
    l.poller = std::exchange(l.second, nullptr);
  else if (l.queue != nullptr && polling_active())
    give_to_sleeper_locked(l, *l.queue);
}

/// Has the poller begun to nap, and to wait before `since`?
bool naps_and_waits_longer_locked(const Lease& l, std::uint64_t since) noexcept {
  return l.poller->napping && l.poller->since < since;
}

bool take_locked(Lease& l, LeaseEntry& entry) noexcept {
  if (l.second == &entry) l.second = nullptr;
  if (l.poller == &entry) return true;
  if (!polling_active() || l.second != nullptr) return false;
  if (l.poller != nullptr && !naps_and_waits_longer_locked(l, entry.since)) return false;
  move_locked(l, entry);
  return true;
}

/// The second leaves for work. The poller looks itself, and needn't be woken; but where somebody
/// sleeps who has begun to wait later, the lease is his: the poller's naps have grown too long for
/// him.
void end_second_locked(Lease& l) noexcept {
  l.second = nullptr;
  if (l.queue != nullptr && polling_active() && naps_and_waits_longer_locked(l, l.queue->since))
    give_to_sleeper_locked(l, *l.queue);
}

bool lasts_locked(const Lease& l) noexcept {
  const std::uint64_t since = platform::ticks() - l.poller->since;
  return l.poller->napping && since >= kLongLeaseUs * platform::ticks_per_us();
}

/// Call after the lease became free, or a service was added while it is: its lock tells whether the
/// flag was set before.
void wake_helper(Lease& l) noexcept {
  if (l.helper_rests.exchange(0, std::memory_order_relaxed) != 0)
    platform::futex_wake(l.helper_rests, 1);
}

}  // namespace

bool poll_on(LeaseEntry& entry, std::uint64_t since) noexcept {
  Lease& l = lease();
  std::lock_guard guard(l.lock);
  entry.since = since;
  if (l.poller == nullptr || l.poller == &entry) return take_locked(l, entry);
  if (l.second != nullptr) return l.second == &entry;
  if (!polling_active() || !naps_and_waits_longer_locked(l, since)) return false;
  if (entry.queued) leave_queue_locked(l, entry);
  l.second = &entry;
  return true;
}

bool nap_or_queue(LeaseEntry& entry, Parker& parker, std::uint64_t since) noexcept {
  Lease& l = lease();
  std::lock_guard guard(l.lock);
  entry.parker = &parker;
  entry.since = since;
  entry.napping = take_locked(l, entry);
  if (!entry.napping && !entry.queued) queue_locked(l, entry);
  return entry.napping;
}

bool wake_with_lease(LeaseEntry& entry) noexcept {
  Lease& l = lease();
  std::lock_guard guard(l.lock);
  if (entry.queued) leave_queue_locked(l, entry);
  return l.poller == &entry;
}

void hand_over_lease(LeaseEntry& entry) noexcept {
  Lease& l = lease();
  {
    std::lock_guard guard(l.lock);
    if (entry.queued) leave_queue_locked(l, entry);
    if (l.second == &entry) return end_second_locked(l);
    if (l.poller != &entry) return;  // lost, to one that began later
    entry.napping = false;
    l.poller = nullptr;
    give_locked(l);
    if (l.poller != nullptr || l.helper_rests.load(std::memory_order_relaxed) == 0) return;
  }
  wake_helper(l);
}

void offer_lease() noexcept {
  Lease& l = lease();
  {
    std::lock_guard guard(l.lock);
    give_locked(l);
    if (l.poller != nullptr) return;
  }
  wake_helper(l);
}

PollerSeen look_at_poller() noexcept {
  Lease& l = lease();
  {
    std::lock_guard guard(l.lock);
    if (l.poller == nullptr) return PollerSeen::none;
    if (!lasts_locked(l)) return PollerSeen::awake_or_brief;
    l.helper_rests.store(1, std::memory_order_relaxed);
  }
  platform::futex_wait(l.helper_rests, 1);
  return PollerSeen::outlasted;
}

}  // namespace tidemill::core
