// Dispatch fibers at rest that no worker keeps for itself: taken newest first, so that a fiber's
// stack is as warm as can be.
//
// The pages of those beyond kKept are given back when nobody has needed any for kBurstNs, by a
// worker that has slept so long (sched/idle.cpp), or later by whoever brings fibers; of those
// beyond kMostFull at once. Why, and why both bounds move: docs/mechanisms/tasks.md, "Suspension".
//
// Everything is under one lock; fibers are hollowed outside it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "core/fiber/fiber.hpp"
#include "core/memory/block_cache.hpp"
#include "core/model/fibers_at_rest.hpp"
#include "core/sync/spin_lock.hpp"

namespace tidemill::core {

/// One for each size. Any thread.
class FiberPool {
 public:
  static FiberPool& get(StackSize size = StackSize::usual) noexcept;

  /// Fills the front of `room`, longest at rest first. How many; 0: none are at rest.
  std::size_t take(std::span<FiberAtRest> room) noexcept;
  /// Longest at rest first.
  void give(std::span<const FiberAtRest> fibers) noexcept;
  /// Unmaps all.
  void destroy_all() noexcept;

  /// Are there more than are kept? For a worker about to sleep: having slept kBurstNs it calls
  /// trim().
  bool plenty() const noexcept { return plenty_.load(std::memory_order_relaxed); }
  /// Gives stacks back, unless it is too early; until all are that should be, or `stop`.
  template <class Stop>
  void trim(Stop&& stop) noexcept {
    while (trim_some(Whose::sleeper) && !stop()) {
    }
  }

 private:
  static constexpr std::size_t kKept = 2048;      // about 25 MiB
  static constexpr std::size_t kMostFull = 8192;  // unless they are needed again soon
  static constexpr std::size_t kTrimmed = 64;     // at a time

  enum class Whose { sleeper, giver };
  /// False: nothing more to do.
  bool trim_some(Whose whose) noexcept;
  void hollow(std::span<const FiberAtRest> fibers) noexcept;
  void learn_locked() noexcept;

  SpinLock lock_;                 // guards the rest but plenty_
  std::deque<FiberAtRest> full_;  // taken from the back
  std::vector<Fiber*> hollow_;
  std::size_t most_full_ = kMostFull;
  std::uint64_t needed_at_ = 0;           // ticks at the last take()
  std::uint64_t hollowed_at_ = 0;         // ticks when stacks were given back last
  std::uint64_t patience_ns_ = kBurstNs;  // so long none is needed before sleepers do that
  bool trimmed_ = false;                  // they have, since a hollow one was needed
  std::atomic<bool> plenty_{false};       // relaxed: a hint for who is about to sleep
};

}  // namespace tidemill::core
