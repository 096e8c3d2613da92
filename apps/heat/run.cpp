#include "run.hpp"

#include <omp.h>

#include <cstdint>

#include "common/clock.hpp"

namespace heat {

void Run::update(const Block& block) {
  const double begin = app::seconds_now();
  kernel.update(grid, block);
  meter.add_computing(omp_get_thread_num(), app::seconds_now() - begin);
  progress.add(static_cast<std::int64_t>(block.rows) * block.cols);
}

void Run::add_communicating(double seconds) {
  if (waiting != Waiting::pauses_task) meter.add_communicating(omp_get_thread_num(), seconds);
}

}  // namespace heat
