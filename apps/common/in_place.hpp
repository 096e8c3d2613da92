// How many tasks ran where they were sent.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace app {

/// A slot for each thread: written by that thread alone during the solve, read after it.
class InPlace {
 public:
  explicit InPlace(int threads) : slots_(threads) {}

  void add(int thread, bool in_place) {
    ++slots_[thread].tasks;
    slots_[thread].in_place += in_place;
  }

  /// From 0 to 1; nothing if there were no tasks.
  std::optional<double> share() const {
    Slot all;
    for (const Slot& slot : slots_) {
      all.tasks += slot.tasks;
      all.in_place += slot.in_place;
    }
    if (all.tasks == 0) return std::nullopt;
    return static_cast<double>(all.in_place) / static_cast<double>(all.tasks);
  }

 private:
  struct alignas(64) Slot {
    std::int64_t tasks = 0;
    std::int64_t in_place = 0;
  };

  std::vector<Slot> slots_;
};

}  // namespace app
