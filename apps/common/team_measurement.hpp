// What is measured of a solve by one team of threads, without MPI: times, and how far tasks and
// data came to lie where they were sent.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "figures.hpp"
#include "task_affinity.hpp"

namespace app {

struct TeamMeasurement : Figures {
  std::string runtime;  ///< file of the OpenMP runtime
  Affinity affinity = Affinity::none;
  bool affinity_known = false;  ///< the runtime has task affinity
  int nodes = 1;                ///< of memory, that the team has threads on
  double first_touch_seconds = 0;
  std::optional<double> tasks_in_place;  ///< share of tasks that ran where they were sent
  std::optional<double> data_in_place;   ///< share of blocks that lie on their owner's node

  double compute_share() const;  ///< of the time of all threads

  /// "tasks, strict": variant and affinity.
  std::string title() const;

  /// "  in place 99.0 %" of the tasks; empty where none was sent anywhere.
  std::string in_place() const;

  /// Adds what was run. What the application has to say of its problem comes after it.
  void write_what(nlohmann::ordered_json& json) const;
  /// Adds what was measured.
  void write_figures(nlohmann::ordered_json& json) const;
};

}  // namespace app
