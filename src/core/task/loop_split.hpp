// How many tasks a taskloop makes, and how many iterations each gets (OpenMP 5.2, 12.6).
#pragma once

#include <algorithm>
#include <cstdint>

namespace tidemill::core {

struct LoopSplit {
  enum class By : std::uint8_t { default_, grainsize, num_tasks };

  std::uint64_t tasks = 0;
  std::uint64_t each = 0;    // iterations of every task ...
  std::uint64_t longer = 0;  // ... and one more in the first `longer`
  bool exact = false;        // every task has `each`, the last one what is left

  /// `number` is that of the clause, `strict` its modifier, `threads` the size of the team, for
  /// loops without a clause. Strict or not, a number of tasks is met, by sizes that differ by one.
  LoopSplit(std::uint64_t iterations, By by, std::uint64_t number, bool strict, int threads) {
    if (iterations == 0) return;
    if (by == By::grainsize && number > 0) {
      if (strict) {
        tasks = (iterations - 1) / number + 1;
        each = number;
        exact = true;
        return;
      }
      // At least `number` and less than twice as many each.
      tasks = std::max<std::uint64_t>(1, iterations / number);
    } else {
      if (number == 0 || by == By::default_) number = static_cast<std::uint64_t>(threads);
      tasks = std::min(iterations, number);
    }
    each = iterations / tasks;
    longer = iterations % tasks;
  }

  /// Iterations of task `i`, when `done` of `iterations` belong to those before it.
  std::uint64_t length(std::uint64_t i, std::uint64_t done, std::uint64_t iterations) const {
    return exact ? std::min(each, iterations - done) : each + (i < longer ? 1 : 0);
  }
};

}  // namespace tidemill::core
