// The account of where the threads' time goes (docs/mechanisms/trace.md): the first consumer of the
// trace points. Asked for by TIDEMILL_STATS, it begins with the process's first worker.
//
// Each thread has a ThreadAccount in its Worker. It is registered at its thread's first event, and
// counts from the account's begin: a thread that wasn't there yet was idle. Workers that are reused
// go on with theirs, so there are as many as there were threads at once.
#pragma once

#include <atomic>

#include "core/sync/spin_lock.hpp"
#include "core/trace/thread_account.hpp"
#include "tidemill/stats.h"

namespace tidemill::core::trace {

/// What the account keeps with a Worker, on lines of its own.
class alignas(64) ThreadAccount {
 private:
  friend class Account;
  SpinLock lock_;      // guards state_
  ThreadState state_;  // changed by its thread and by whoever readies a task for it; read at last
  const void* book_ = nullptr;  // where it is registered; another in a forked child. Its thread's
  ThreadAccount* next_ = nullptr;  // there
};

[[gnu::visibility("hidden")]] extern std::atomic<bool> account_looked_for;
void begin_account_slow() noexcept;
/// By each new worker, before its first event. The first one begins the account, if the settings
/// ask for it.
inline void begin_account_if_asked() noexcept {
  // relaxed: it only saves a call; of two first threads both may call.
  if (!account_looked_for.load(std::memory_order_relaxed)) begin_account_slow();
}

/// Is one asked for, that hasn't been taken?
bool has_account() noexcept;

/// Takes the process's times and numbers: false if there is no account, or it has been taken. Ends
/// it.
bool take_account(tidemill_stats& stats) noexcept;

}  // namespace tidemill::core::trace
