// Tasks that wait for a counter to advance: the ordered turn of a loop, the iterations of a
// doacross loop that are over.
//
// Whoever advances the counter stores to it, then looks whether anybody waits; whoever waits
// announces itself (seq_cst), then looks at the counter once more. Of the two one has to see the
// other, or a wake-up is lost. A wait is mostly over before anybody sleeps, and the full fence that
// this takes between the advancer's two steps would keep it from going on until the counter's line
// has come back from a waiter. So it leaves it out until somebody is about to sleep for the first
// time: who says so (`sleepers_`), then fences heavily (platform/asymmetric_fence.hpp): every
// advance that this doesn't make visible sees what it said, and goes the long way. Only then others
// may sleep without a fence of their own.
//
// Waiters lie on their own stacks, linked under the lock; whoever unlinks one completes its slot,
// once.
//
// Defined in team/progress.cpp.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/model/wait_slot.hpp"
#include "core/sync/spin_lock.hpp"
#include "platform/asymmetric_fence.hpp"

namespace tidemill::core {

/// What a task waits for: the masked bits of a word, which only grow, to reach a number.
struct ProgressGoal {
  const std::atomic<std::uint64_t>* word;
  std::uint64_t least;
  const std::atomic<std::uint8_t>* cancelled;  // of the team: bit 0 ends the wait, too
  std::uint64_t mask = ~std::uint64_t{0};
  // seq_cst: acquires what was done before the advance; and the last look before the wait.
  bool reached() const noexcept {
    return (word->load(std::memory_order_seq_cst) & mask) >= least ||
           (cancelled->load(std::memory_order_seq_cst) & 1) != 0;
  }
};

class ProgressWaiters {
 public:
  /// Nobody waits or advances.
  void reset() noexcept { sleepers_.store(Sleepers::none, std::memory_order_relaxed); }

  /// Until the goal is reached. In place, or suspended, as suspend/lock_owners.hpp tells.
  void wait(const ProgressGoal& goal);

  /// `word`, which nobody else writes before it says so, grows to `value`; wakes whom that
  /// satisfies.
  void advance(std::atomic<std::uint64_t>& word, std::uint64_t value) noexcept {
    // relaxed: of a sleeper that is missed here, one of the two looks below tells.
    if (sleepers_.load(std::memory_order_relaxed) != Sleepers::none) [[unlikely]] {
      // seq_cst: against a waiter's announcement and its last look.
      word.store(value, std::memory_order_seq_cst);
      return notify();
    }
    // release: what was done before, to those who see the value.
    word.store(value, std::memory_order_release);
    platform::light_fence();  // pairs with the heavy one in wait()
    if (sleepers_.load(std::memory_order_relaxed) != Sleepers::none) [[unlikely]]
      notify_first_slow(word);
  }

  /// After a change of a word with several writers, or of `cancelled`, that was a seq_cst
  /// operation: wakes whom it satisfies.
  void notify() noexcept {
    if (waiting_.load(std::memory_order_seq_cst) != 0) notify_slow();
  }

 private:
  struct Waiter {
    ProgressGoal goal;
    Waiter* next;
    WaitSlot slot;
  };
  enum class Sleepers : std::uint8_t { none, announced, known };
  void notify_slow() noexcept;
  void notify_first_slow(std::atomic<std::uint64_t>& word) noexcept;

  SpinLock lock_;  // guards the list
  Waiter* first_ = nullptr;
  std::atomic<int> waiting_{0};  // length of the list or more; see the file's head
  std::atomic<Sleepers> sleepers_{Sleepers::none};  // there are, or have been
};

}  // namespace tidemill::core
