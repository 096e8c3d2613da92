// Fork-Join (paper of 2019, section 7.1): boundary rows as in Pure MPI, by one thread; then a task
// for each block, ordered by dependences on its neighbours, so that a wave of tasks runs over the
// grid; then all tasks are waited for. No sweep overlaps the next, nor its messages.
#include "exchange.hpp"
#include "run.hpp"
#include "variants.hpp"

namespace heat {
namespace {

/// The tasks of one sweep. `run` is a pointer because tasks copy what they use: a reference would
/// copy the run.
void create_sweep(Run* run) {
  Grid& grid = run->grid;
  for (int i = 0; i < grid.block_rows(); ++i) {
    for (int j = 0; j < grid.block_cols(); ++j) {
      const Block block = grid.block(i, j);
      double* self = grid.representative(i, j);
      double* top = grid.representative(i - 1, j);
      double* left = grid.representative(i, j - 1);
      double* right = grid.representative(i, j + 1);
      double* bottom = grid.representative(i + 1, j);
#pragma omp task default(none) firstprivate(run, block) depend(inout    \
                                                               : *self) \
    depend(in                                                           \
           : *top, *left, *right, *bottom)
      run->update(block);
    }
  }
}

}  // namespace

void solve_forkjoin(Run& run) {
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < run.iterations; ++k) {
    exchange_before_sweep(run);
    create_sweep(&run);
#pragma omp taskwait
    exchange_after_sweep(run);
  }
}

}  // namespace heat
