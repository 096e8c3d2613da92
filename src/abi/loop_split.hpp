// How many tasks a taskloop makes, and how many iterations each gets (OpenMP 5.2, 12.6).
//
// A grainsize clause makes at most kMost tasks, even if each then has more iterations than the
// clause says: a program can't tell, and so many tasks cost more than they save. Clang's loops that
// begin beyond their end may come here with a count that has wrapped, up to 2^63; each of their
// tasks finds that there is nothing to do.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tidemill::abi {

struct LoopSplit {
  enum class By : std::uint8_t { default_, grainsize, num_tasks };
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 24;

  std::uint64_t tasks = 0;
  std::uint64_t each = 0;    // iterations of every task ...
  std::uint64_t longer = 0;  // ... and one more in the first `longer`
  bool exact = false;        // every task has `each`, the last one what is left

  /// `number` is that of the clause, `strict` its modifier, `threads` the size of the team, for
  /// loops without a clause. Strict or not, a number of tasks is met, by sizes that differ by one.
  LoopSplit(std::uint64_t iterations, By by, std::uint64_t number, bool strict, int threads) {
    if (iterations == 0) return;
    if (by == By::grainsize && number > 0) {
      tasks = (iterations - 1) / number + 1;
      if (strict && tasks <= kMost) {
        each = number;
        exact = true;
        return;
      }
      // At least `number` and less than twice as many each.
      tasks = std::clamp<std::uint64_t>(iterations / number, 1, kMost);
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

}  // namespace tidemill::abi
