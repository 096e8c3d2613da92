// What is done to one block: the Gauss-Seidel update, or a sleep in its place.
#pragma once

#include "grid.hpp"

namespace heat {

/// Updates each cell of `block` in place, in lexicographic order:
///   u[i][j] = (u[i-1][j] + u[i+1][j] + u[i][j+1] + u[i][j-1]) / 4
/// The sum is taken in the order written, by every variant: the result is the same to the bit.
void gauss_seidel(Grid& grid, const Block& block);

class Kernel {
 public:
  /// `sleep_us` 0: gauss_seidel(). Otherwise a block of `block` x `block` cells takes that long
  /// asleep, and any other in proportion to its cells; the machine's lateness in waking a sleeper,
  /// measured here, is taken off.
  Kernel(double sleep_us, int block);

  void update(Grid& grid, const Block& block) const;

 private:
  double sleep_ns_per_cell_;
  double late_ns_;
};

}  // namespace heat
