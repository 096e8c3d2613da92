// Pure MPI (paper of 2019, section 7.1): one thread a rank, one block a rank, whole boundary rows
// by blocking calls. A rank starts a sweep when the rank above has ended the same one, and the
// rank below the one before.
#include "exchange.hpp"
#include "run.hpp"
#include "variants.hpp"

namespace heat {

void solve_pure(Run& run) {
  const Grid& grid = run.grid;
  for (int k = 0; k < run.iterations; ++k) {
    exchange_before_sweep(run);
    run.update({1, 1, grid.rows(), grid.cols()});
    exchange_after_sweep(run);
  }
}

}  // namespace heat
