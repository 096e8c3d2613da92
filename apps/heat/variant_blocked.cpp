// Blocked: as `serial`, but block by block, row by row of blocks, as the tasks are created. What
// the order of the blocks alone takes: a short row of a small block is over before the processor
// has recognised it and asked for what comes next.
#include "run.hpp"
#include "variants.hpp"

namespace heat {

void solve_blocked(Run& run) {
  const Grid& grid = run.grid;
  for (int k = 0; k < run.iterations; ++k)
    for (int i = 0; i < grid.block_rows(); ++i)
      for (int j = 0; j < grid.block_cols(); ++j) run.update(grid.block(i, j));
}

}  // namespace heat
