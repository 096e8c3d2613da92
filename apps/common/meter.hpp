// Time spent in compute tasks and in messages.
#pragma once

#include <cstdint>
#include <vector>

#include "clock.hpp"

namespace app {

/// A slot for each thread: written by that thread alone during the solve, read after it.
/// Differences of ticks_now() go in, seconds come out.
class Meter {
 public:
  explicit Meter(int threads) : slots_(threads) {}

  void add_computing(int thread, std::uint64_t ticks) { slots_[thread].computing += ticks; }
  void add_communicating(int thread, std::uint64_t ticks) { slots_[thread].communicating += ticks; }
  double computing() const { return seconds(&Slot::computing); }
  double communicating() const { return seconds(&Slot::communicating); }

 private:
  struct alignas(64) Slot {
    std::uint64_t computing = 0;
    std::uint64_t communicating = 0;
  };

  double seconds(std::uint64_t Slot::*part) const {
    std::uint64_t total = 0;
    for (const Slot& slot : slots_) total += slot.*part;
    return static_cast<double>(total) * seconds_per_tick();
  }

  /// The clock against the counter, over the Meter's life so far.
  double seconds_per_tick() const {
    return (seconds_now() - began_) / static_cast<double>(ticks_now() - first_tick_);
  }

  double began_ = seconds_now();
  std::uint64_t first_tick_ = ticks_now();
  std::vector<Slot> slots_;
};

}  // namespace app
