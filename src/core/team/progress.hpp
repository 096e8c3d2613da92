// Tasks that wait for a counter to advance: the ordered turn of a loop, the iterations of a
// doacross loop that are over.
//
// Whoever advances the counter stores to it (seq_cst), then looks whether anybody waits; whoever
// waits announces itself (seq_cst), then looks at the counter once more. Of the two one sees the
// other, so no wake-up is lost. Waiters lie on their own stacks, linked under the lock; whoever
// unlinks one completes its slot, once.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/sched/wait_slot.hpp"
#include "core/sync/spin_lock.hpp"

namespace tidemill::core {

/// What a task waits for: the masked bits of a word, which only grow, to reach a number.
struct ProgressGoal {
  const std::atomic<std::uint64_t>* word;
  std::uint64_t mask;
  std::uint64_t least;
  const std::atomic<std::uint8_t>* cancelled;  // of the team: bit 0 ends the wait, too
  // seq_cst: acquires what was done before the advance; and the last look before the wait.
  bool reached() const noexcept {
    return (word->load(std::memory_order_seq_cst) & mask) >= least ||
           (cancelled->load(std::memory_order_seq_cst) & 1) != 0;
  }
};

class ProgressWaiters {
 public:
  /// Until the goal is reached. Suspends, after a short spin.
  void wait(const ProgressGoal& goal);

  /// After an advance that was a seq_cst operation: wakes whom it satisfies.
  void notify() noexcept {
    if (waiting_.load(std::memory_order_seq_cst) != 0) notify_slow();
  }

 private:
  struct Waiter {
    ProgressGoal goal;
    Waiter* next;
    WaitSlot slot;
  };
  void notify_slow() noexcept;

  SpinLock lock_;  // guards the list
  Waiter* first_ = nullptr;
  std::atomic<int> waiting_{0};  // length of the list or more; see the file's head
};

}  // namespace tidemill::core
