// Time spent in compute tasks and in messages.
#pragma once

#include <vector>

namespace app {

/// A slot for each thread: written by that thread alone during the solve, read after it.
class Meter {
 public:
  explicit Meter(int threads) : slots_(threads) {}

  void add_computing(int thread, double seconds) { slots_[thread].computing += seconds; }
  void add_communicating(int thread, double seconds) { slots_[thread].communicating += seconds; }
  double computing() const { return sum(&Slot::computing); }
  double communicating() const { return sum(&Slot::communicating); }

 private:
  struct alignas(64) Slot {
    double computing = 0;
    double communicating = 0;
  };

  double sum(double Slot::*part) const {
    double total = 0;
    for (const Slot& slot : slots_) total += slot.*part;
    return total;
  }

  std::vector<Slot> slots_;
};

}  // namespace app
