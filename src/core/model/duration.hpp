// The duration predictor: how long tasks take lately, in the mean, by the code they run. Who runs
// tasks from a queue times a body now and then, in teams whose policy has a graph of tasks
// (deps/task_graph.hpp), and tells it of one that ran without a pause.
//
// Tasks of different code may share an entry. Shared by all, relaxed: a hint, nothing is handed
// over.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <limits>

namespace tidemill::core {

/// An entry's number; 0: tasks nobody keeps account of.
using DurationEntry = std::uint16_t;
inline constexpr int kDurationBits = 10;
inline constexpr int kDurationEntries = (1 << kDurationBits) + 1;

class DurationPredictor {
 public:
  /// Of tasks that run `code`, or anything else whose address tells them apart.
  static DurationEntry of(const void* code) noexcept {
    const auto bits = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(code));
    return static_cast<DurationEntry>((bits * 0x9e3779b97f4a7c15u >> (64 - kDurationBits)) + 1);
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
