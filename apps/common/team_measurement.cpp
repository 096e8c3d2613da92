#include "team_measurement.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace app {
namespace {

template <class Value>
nlohmann::ordered_json or_null(const std::optional<Value>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

}  // namespace

double TeamMeasurement::compute_share() const {
  return seconds > 0 ? computing / (seconds * threads) : 0;
}

std::string TeamMeasurement::title() const {
  return affinity == Affinity::none ? variant : variant + ", " + name_of(affinity);
}

std::string TeamMeasurement::in_place() const {
  if (affinity == Affinity::none || !affinity_known || !tasks_in_place) return "";
  char text[64];
  std::snprintf(text, sizeof text, "  in place %.1f %%", 100 * *tasks_in_place);
  return text;
}

void TeamMeasurement::write_what(nlohmann::ordered_json& json) const {
  json["application"] = application;
  json["variant"] = variant;
  json["affinity"] = name_of(affinity);
  json["runtime"] = runtime;
  json["affinity_known"] = affinity_known;
  json["threads"] = threads;
  json["nodes"] = nodes;
}

void TeamMeasurement::write_figures(nlohmann::ordered_json& json) const {
  json["first_touch_seconds"] = first_touch_seconds;
  json["seconds"] = seconds;
  json["updates_per_second"] = updates_per_second();
  json["compute_share"] = compute_share();
  json["tasks_in_place"] = or_null(tasks_in_place);
  json["data_in_place"] = or_null(data_in_place);
  json["equal_to_serial"] = or_null(equal_to_serial);
}

}  // namespace app
