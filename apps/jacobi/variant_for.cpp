// Block `for` (paper of 2016, section 4.3, jacobi_block_for): a sweep is a loop over the blocks, a
// barrier ends it. With affinity the blocks are touched first by strict tasks instead of a loop;
// the sweeps have none, since a static loop computes a block always on the same thread.
#include "run.hpp"
#include "variants.hpp"

namespace jacobi {

void solve_for(Run& run) {
  const int blocks = run.grid.blocks();
#pragma omp parallel default(none) shared(run, blocks)
  if (run.affinity == app::Affinity::none) {
#pragma omp for collapse(2) schedule(static)
    for (int i = 0; i < blocks; ++i) {
      for (int j = 0; j < blocks; ++j) run.touch(i, j);
    }
  } else {
#pragma omp single
    create_touches(run);
  }
  run.end_of_touch();
#pragma omp parallel default(none) shared(run, blocks)
  for (int k = 0; k < run.problem.iterations; ++k) {
#pragma omp for collapse(2) schedule(static)
    for (int i = 0; i < blocks; ++i) {
      for (int j = 0; j < blocks; ++j) run.update(k, i, j);
    }
  }
}

}  // namespace jacobi
