// Serial: one thread of one rank sweeps over the whole grid. What every other variant is compared
// with.
#include "run.hpp"
#include "variants.hpp"

namespace heat {

void solve_serial(Run& run) {
  const Grid& grid = run.grid;
  for (int k = 0; k < run.iterations; ++k) run.update({1, 1, grid.rows(), grid.cols()});
}

}  // namespace heat
