// What every application with MPI measures of a solve (measure.hpp), and how it is written.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "figures.hpp"

namespace app {

struct Measurement : Figures {
  std::string mpi;
  std::string message_tasks;  ///< "none", "serialised" or "free"
  int ranks = 1;              ///< `computing` and `updates` are of all, `threads` of each
  double communicating = 0;   ///< seconds inside message tasks that held a thread

  double compute_share() const;  ///< of the time of all threads
  double in_task_share() const;

  /// Adds what was run. What the application has to say of its problem comes after it.
  void write_what(nlohmann::ordered_json& json) const;
  /// Adds what was measured.
  void write_figures(nlohmann::ordered_json& json) const;
};

}  // namespace app
