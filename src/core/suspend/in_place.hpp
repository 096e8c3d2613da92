// Waits of a worker in which nothing else may run on its thread: how long it looks, holding its
// core or giving it away, before it sleeps.
//
// A waiting worker gives its core away for a moment (sched_yield), unless somebody would keep it:
// docs/mechanisms/dispatch.md tells how that is measured, "An offer of the core".
#pragma once

#include <cstdint>

#include "core/suspend/announce.hpp"
#include "core/sync/backoff.hpp"

namespace tidemill::core {

class Worker;

/// Who may take the core: anybody, or threads of this process first of all.
enum class OfferTo { anybody, own };

/// Is it too early (`now`, ticks) to offer a core again, after one was away for long?
bool core_is_kept(std::uint64_t now) noexcept;

/// Offers the core, which so many threads of this process share. False, at once: it isn't, as it is
/// kept. For how long it was away is measured by the time that passed, and whoever had it, another
/// process or a thread of this one: more than a moment for each sharer is long. What is offered to
/// threads of this process first of all is measured where they have one processor alone, less their
/// processor time.
bool offer_core(OfferTo to, int sharers = 1) noexcept;

/// Has its team more members than there are processors?
bool is_oversubscribed(const Worker& worker) noexcept;

/// So many members of its team for each processor; at least 1.
int sharers_of_core(const Worker& worker) noexcept;

/// May it hold its core for a moment? Not beside a polling service, nor where its team is
/// oversubscribed, nor when told to be passive.
bool may_spin(const Worker& worker) noexcept;

/// How it waits for what members of its team hand to each other: no patience at all where it had
/// better sleep.
Patience patience_for_members(const Worker& worker) noexcept;

/// True once `done`. False: not soon, or there is something to run.
template <class Done>
bool await_briefly(const Worker& worker, Done done) noexcept {
  if (done()) return true;
  Backoff backoff(patience_for_members(worker));
  return backoff.await(
      done, [&] { return has_work(worker); },
      [&] { offer_core(OfferTo::anybody, sharers_of_core(worker)); });
}

/// A wait that may last.
class InPlaceWait {
 public:
  explicit InPlaceWait(const Worker& worker) noexcept;

  /// A moment later: true. It has lasted so long that the worker had better sleep: false, at once.
  bool stay_awake() noexcept;
  std::uint64_t us() const noexcept { return backoff_.us(); }

 private:
  const int sharers_;
  Backoff backoff_;
};

}  // namespace tidemill::core
