// Waits of a worker in which nothing else may run on its thread: how long it looks, holding its
// core or giving it away, before it sleeps.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/suspend/announce.hpp"
#include "core/sync/backoff.hpp"

namespace tidemill::core {

class Worker;

/// Has its team more members than there are processors?
bool is_oversubscribed(const Worker& worker) noexcept;

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
  return backoff.await(done, [&] { return has_work(worker); });
}

/// A wait that may last.
class InPlaceWait {
 public:
  explicit InPlaceWait(const Worker& worker) noexcept;

  /// A moment later: true. It has lasted so long that the worker had better sleep: false, at once.
  bool stay_awake() noexcept;
  std::uint64_t us() const noexcept { return backoff_.us(); }

 private:
  const bool oversubscribed_;
  Backoff backoff_;
};

}  // namespace tidemill::core
