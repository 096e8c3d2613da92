// The process's Needs (policy/needs.hpp): all teams' graphs and the communication layer share them.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "core/policy/needs.hpp"
#include "core/sync/spin_lock.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

class SharedNeeds {
 public:
  /// What `use` returns, which may do as it likes with the Needs.
  template <class Use>
  auto with(Use use) {
    const std::lock_guard guard(lock_);
    return use(needs_);
  }
  void set(std::uint64_t channel, std::uint32_t slack) {
    const std::lock_guard guard(lock_);
    // relaxed: hands nothing over, the lock does; who sees it late matches late.
    if (needs_.set(channel, slack)) version_.fetch_add(1, std::memory_order_relaxed);
  }
  /// Another one than before: there are news. Any thread; relaxed, as there.
  std::uint32_t version() const noexcept { return version_.load(std::memory_order_relaxed); }

 private:
  SpinLock lock_;  // guards `needs_`; may be taken under a graph's
  Needs needs_;
  std::atomic<std::uint32_t> version_{0};
};

inline SharedNeeds& shared_needs() noexcept { return platform::ProcessWide<SharedNeeds>::get(); }

}  // namespace tidemill::core
