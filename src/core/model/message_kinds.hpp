// Which kinds of tasks pass messages, by the code they run: one whose task has sent or received one
// does so from then on. Kinds share entries as in the duration predictor; two that do are one kind.
//
// Shared by all, relaxed: hints, nothing is handed over. Written once a kind.
#pragma once

#include <array>
#include <atomic>

#include "core/model/duration.hpp"

namespace tidemill::core {

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
