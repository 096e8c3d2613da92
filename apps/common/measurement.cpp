#include "measurement.hpp"

#include <nlohmann/json.hpp>

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

}  // namespace app
