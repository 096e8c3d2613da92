// The lease over the polling services, and the poller, who has it (docs/mechanisms/dispatch.md,
// "Polling").
//
// 1. One of the workers without work has the lease, polls, and naps in between. Others queue up for
//    it; whoever leaves it for work gives it to the next and wakes him; if that one has found work
//    too, he passes it on: no message waits while all sleep.
// 2. One who begins to wait while the poller naps polls on without sleep, as the poller's *second*.
//    The poller looks now and then whether it is still so.
// 3. Before a second naps itself, it takes the lease; never the other way round. Who has lost it so
//    is queued at once; it learns of that at the next call of one of these, and until then gets the
//    lease back without being woken.
//
// All of it is under one lock, which orders everything; a queued worker is woken by its Parker.
#pragma once

#include <cstdint>

#include "core/sync/parker.hpp"

namespace tidemill::core {

/// A worker's part in it. Under the lease's lock.
struct LeaseEntry {
  Parker* parker = nullptr;
  LeaseEntry* next = nullptr;
  LeaseEntry* previous = nullptr;
  std::uint64_t since = 0;  // ticks at which its idleness began
  bool queued = false;
  bool napping = false;  // has the lease or had it, and looks itself what has become of it
  void forget() noexcept { *this = {}; }
};

/// Idle since `since` (ticks) and awake. True: the caller polls without sleep from now on, as the
/// poller's second, or as the poller if there was none. (That the wait has become young again since
/// is not told.)
bool poll_on(LeaseEntry& entry, std::uint64_t since) noexcept;
/// Before it sleeps. True: it has the lease and has to poll after a nap. False: it is queued, and
/// woken when the lease comes to it. Then wake_with_lease().
bool nap_or_queue(LeaseEntry& entry, Parker& parker, std::uint64_t since) noexcept;
/// After it slept. True: the caller has the lease, still or meanwhile.
bool wake_with_lease(LeaseEntry& entry) noexcept;
/// The caller leaves for work: it gives away the lease, if it still has it, or is second no more.
void hand_over_lease(LeaseEntry& entry) noexcept;

/// There is a service more: a free lease goes to a sleeper, or the helper is told that there is
/// none to take it.
void offer_lease() noexcept;

/// For the helper thread (poll/helper.cpp): is there a poller? If it has napped and been idle for
/// kLongLeaseUs, this sleeps until the lease is free.
enum class PollerSeen { none, awake_or_brief, outlasted };
PollerSeen look_at_poller() noexcept;

}  // namespace tidemill::core
