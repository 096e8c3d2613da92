#include "run.hpp"

#include <omp.h>

#include <cstdint>

#include "common/clock.hpp"

namespace heat {

void Run::update(const Block& block) {
  const std::uint64_t begin = app::ticks_now();
  kernel.update(grid, block);
  meter.add_computing(omp_get_thread_num(), app::ticks_now() - begin);
  progress.add(static_cast<std::int64_t>(block.rows) * block.cols);
}

void Run::add_communicating(std::uint64_t ticks) {
  if (waiting != Waiting::pauses_task) meter.add_communicating(omp_get_thread_num(), ticks);
}

}  // namespace heat
