#include "run.hpp"

#include <omp.h>

#include <cstdint>

#include "common/clock.hpp"

namespace spmv {

void Run::perform(const PartWork& work, int part) {
  const std::uint64_t begin = app::ticks_now();
  work(part);
  const int thread = omp_get_thread_num();
  meter.add_computing(thread, app::ticks_now() - begin);
  const bool in_region = omp_get_level() > 0;  // not `serial`, which stays on one node
  in_place.add(thread, home[part] == (in_region ? runtime.node() : 0));
}

}  // namespace spmv
