#include "measure.hpp"

#include <omp.h>

#include "clock.hpp"

namespace app {

int start_threads(Workers workers) {
  if (workers != Workers::all_threads) return 1;
#pragma omp parallel
  {}
  return omp_get_max_threads();
}

void measure(MPI_Comm comm, Measurement& measurement, const Meter& meter,
             const std::function<void()>& solve) {
  MPI_Comm_size(comm, &measurement.ranks);
  MPI_Barrier(comm);
  const double begin = seconds_now();
  solve();
  const double mine[] = {seconds_now() - begin, meter.computing(), meter.communicating()};
  MPI_Allreduce(&mine[0], &measurement.seconds, 1, MPI_DOUBLE, MPI_MAX, comm);
  MPI_Allreduce(&mine[1], &measurement.computing, 1, MPI_DOUBLE, MPI_SUM, comm);
  MPI_Allreduce(&mine[2], &measurement.communicating, 1, MPI_DOUBLE, MPI_SUM, comm);
}

}  // namespace app
