// Block tasks with dependences (paper of 2016, section 4.3, jacobi_block_taskdep): all blocks of
// all sweeps are tasks, and no barrier orders them. A block stands in depend clauses as its first
// point; those at the border name themselves in place of the neighbour they lack.
#include "run.hpp"
#include "variants.hpp"

namespace jacobi {
namespace {

void create_update(Run& run, int k, int i, int j) {
  Run* const shared = &run;
  Grid& grid = run.grid;
  const int last = grid.blocks() - 1;
  const double* here = grid.points(k, i, j);
  const double* up = i > 0 ? grid.points(k, i - 1, j) : here;
  const double* left = j > 0 ? grid.points(k, i, j - 1) : here;
  const double* right = j < last ? grid.points(k, i, j + 1) : here;
  const double* down = i < last ? grid.points(k, i + 1, j) : here;
  double* after = grid.points(k + 1, i, j);
  if (run.affinity != app::Affinity::none) run.send(i, j, run.affinity == app::Affinity::strict);
#pragma omp task default(none) firstprivate(shared, k, i, j) depend(out       \
                                                                    : *after) \
    depend(in                                                                 \
           : *here, *up, *left, *right, *down)
  shared->update(k, i, j);
}

}  // namespace

void create_touches(Run& run) {
  Run* const shared = &run;
  for (int i = 0; i < run.grid.blocks(); ++i) {
    for (int j = 0; j < run.grid.blocks(); ++j) {
      if (run.affinity != app::Affinity::none) run.send(i, j, true);
#pragma omp task default(none) firstprivate(shared, i, j)
      shared->touch(i, j);
    }
  }
}

void solve_tasks(Run& run) {
#pragma omp parallel default(none) shared(run)
#pragma omp single
  create_touches(run);
  run.end_of_touch();
  const int blocks = run.grid.blocks();
#pragma omp parallel default(none) shared(run, blocks)
#pragma omp single
  for (int k = 0; k < run.problem.iterations; ++k) {
    for (int i = 0; i < blocks; ++i) {
      for (int j = 0; j < blocks; ++j) create_update(run, k, i, j);
    }
  }
}

}  // namespace jacobi
