// The duration predictor: which tasks have been short lately, by the code they run. A hint for who
// creates more of them.
//
// 1. Who runs tasks from a queue times a body now and then (saw()). Code is predicted to be short
//    after so many short bodies in a row.
// 2. A creator that ran such tasks immediately says when that wasn't worth it (disappointed()): the
//    code then needs four times as many short bodies in a row.
// 3. After a long time without disappointment (pleased()) it needs as few as at first.
// 4. Where a policy has a graph of tasks, a timed body that ran without a pause also counts for the
//    mean of its code (took()).
// Tasks of different code may share an entry, which is short then if both are.
//
// Shared by all, relaxed: hints, nothing is handed over. Written only when they change.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>

namespace tidemill::core {

/// An entry's number; 0: tasks nobody keeps account of, never short.
using DurationEntry = std::uint16_t;
inline constexpr int kDurationBits = 10;
inline constexpr int kDurationEntries = (1 << kDurationBits) + 1;

struct DurationState {
  static constexpr int kLeastNeeded = 8, kTimes = 4, kMostNeeded = 8192;
  std::uint16_t found = 0;  // short ones in a row, up to
  std::uint16_t needed = kLeastNeeded;
};

class DurationPredictor {
 public:
  /// Of tasks that run `code`, or anything else whose address tells them apart.
  static DurationEntry of(const void* code) noexcept {
    const auto bits = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(code));
    return static_cast<DurationEntry>((bits * 0x9e3779b97f4a7c15u >> (64 - kDurationBits)) + 1);
  }

  static bool is_short(DurationEntry entry) noexcept {
    const DurationState state = states_[entry].load(std::memory_order_relaxed);
    return state.found >= state.needed;
  }

  /// A body has been timed.
  static void saw(DurationEntry entry, bool was_short) noexcept {
    if (entry == 0) return;
    DurationState state = states_[entry].load(std::memory_order_relaxed);
    if (was_short ? state.found >= state.needed : state.found == 0) return;
    state.found = was_short ? state.found + 1 : 0;
    states_[entry].store(state, std::memory_order_relaxed);
  }

  static void disappointed(DurationEntry entry) noexcept {
    DurationState state = states_[entry].load(std::memory_order_relaxed);
    state.found = 0;
    state.needed = static_cast<std::uint16_t>(
        std::min(DurationState::kTimes * state.needed, DurationState::kMostNeeded));
    states_[entry].store(state, std::memory_order_relaxed);
  }

  static void pleased(DurationEntry entry) noexcept {
    DurationState state = states_[entry].load(std::memory_order_relaxed);
    if (state.needed == DurationState::kLeastNeeded) return;
    state.found = state.needed = DurationState::kLeastNeeded;
    states_[entry].store(state, std::memory_order_relaxed);
  }

  static void took(DurationEntry entry, std::uint64_t ticks) noexcept {
    means_[entry].store(next_mean(means_[entry].load(std::memory_order_relaxed), ticks),
                        std::memory_order_relaxed);
  }
  /// One that takes far longer has lost its core meanwhile, as a rule: it counts for at most eight
  /// times the mean. So of a kind of which few tasks are far longer the mean is too low. The first
  /// counts as it is.
  static constexpr std::uint32_t next_mean(std::uint64_t mean, std::uint64_t ticks) noexcept {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t now =
        std::clamp(ticks, std::uint64_t{1}, mean == 0 ? kMost : std::min(8 * mean, kMost));
    if (mean == 0) return static_cast<std::uint32_t>(now);
    const std::uint64_t next = now > mean ? mean + (now - mean + 7) / 8 : mean - (mean - now) / 8;
    return static_cast<std::uint32_t>(next);
  }
  /// Ticks; 0: none was timed.
  static std::uint32_t mean(DurationEntry entry) noexcept {
    return means_[entry].load(std::memory_order_relaxed);
  }

 private:
  static inline std::atomic<std::uint32_t> means_[kDurationEntries];
  static inline std::atomic<DurationState> states_[kDurationEntries];
};

/// Which kinds of tasks pass messages, by the code they run: one whose task has sent or received
/// one does so from then on. Entries as above, shared likewise. Written once a kind.
class MessageKinds {
 public:
  static bool has(DurationEntry entry) noexcept {
    return kinds_[entry].load(std::memory_order_relaxed);
  }
  static void saw(DurationEntry entry) noexcept {
    if (entry != 0 && !has(entry)) kinds_[entry].store(true, std::memory_order_relaxed);
  }

 private:
  static inline std::array<std::atomic<bool>, kDurationEntries> kinds_;
};

}  // namespace tidemill::core
