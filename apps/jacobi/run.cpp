#include "run.hpp"

#include <omp.h>

#include <cstdint>

#include "common/clock.hpp"

namespace jacobi {

void Run::end_of_touch() { touched = app::seconds_now(); }

void Run::update(int k, int i, int j) {
  const std::uint64_t begin = app::ticks_now();
  update_block(grid, k, i, j);
  const int thread = omp_get_thread_num();
  meter.add_computing(thread, app::ticks_now() - begin);
  in_place.add(thread, owners.of(i, j) == (owners.are_nodes() ? runtime.node() : thread));
  progress.add(std::int64_t{grid.rows_of(i)} * grid.rows_of(j));
}

}  // namespace jacobi
