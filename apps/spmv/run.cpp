#include "run.hpp"

#include <omp.h>

#include "common/clock.hpp"

namespace spmv {

void Run::perform(const PartWork& work, int part) {
  const double begin = app::seconds_now();
  work(part);
  const int thread = omp_get_thread_num();
  meter.add_computing(thread, app::seconds_now() - begin);
  in_place.add(thread, home[part] == runtime.node());
}

}  // namespace spmv
