// What is done to one block.
#pragma once

#include "grid.hpp"

namespace jacobi {

/// A point's value after a sweep. The sum is taken in the order written, by every variant: the
/// result is the same to the bit.
inline double relaxed(double up, double left, double right, double down, double source) {
  return 0.25 * (up + left + right + down + source);
}

/// Writes to block (i, j) for the first time: the values before the first sweep, and the
/// right side.
void touch_block(const Problem& problem, Grid& grid, int i, int j);

/// Sweep k of block (i, j).
void update_block(Grid& grid, int k, int i, int j);

}  // namespace jacobi
