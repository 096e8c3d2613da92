#include "measurement.hpp"

#include <omp.h>

#include <nlohmann/json.hpp>

#include "clock.hpp"

namespace app {

double Measurement::compute_share() const {
  return seconds > 0 ? computing / (seconds * ranks * threads) : 0;
}

double Measurement::in_task_share() const {
  return seconds > 0 ? (computing + communicating) / (seconds * ranks * threads) : 0;
}

void Measurement::write_what(nlohmann::ordered_json& json) const {
  json["application"] = application;
  json["variant"] = variant;
  json["mpi"] = mpi;
  json["ranks"] = ranks;
  json["threads"] = threads;
}

void Measurement::write_figures(nlohmann::ordered_json& json) const {
  json["message_tasks"] = message_tasks;
  json["seconds"] = seconds;
  json["updates_per_second"] = updates_per_second();
  json["in_task_share"] = in_task_share();
  json["compute_share"] = compute_share();
  json["equal_to_serial"] = equal_to_serial ? nlohmann::ordered_json(*equal_to_serial) : nullptr;
}

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
