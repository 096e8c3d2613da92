// Serial: one thread, block by block.
#include "run.hpp"
#include "variants.hpp"

namespace jacobi {
namespace {

template <class Work>
void each_block(const Grid& grid, const Work& work) {
  for (int i = 0; i < grid.blocks(); ++i) {
    for (int j = 0; j < grid.blocks(); ++j) work(i, j);
  }
}

}  // namespace

void solve_serial(Run& run) {
  each_block(run.grid, [&](int i, int j) { run.touch(i, j); });
  run.end_of_touch();
  for (int k = 0; k < run.problem.iterations; ++k) {
    each_block(run.grid, [&](int i, int j) { run.update(k, i, j); });
  }
}

}  // namespace jacobi
