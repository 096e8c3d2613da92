// `tidemill run`: puts Tidemill's libraries in front of a command by way of the dynamic loader's
// environment variables, and becomes that command.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mpi_kind.hpp"
#include "prefix.hpp"

namespace tidemill::tool {

struct RunOptions {
  bool task_aware = false;
  bool migrate = false;
  std::string policy;  ///< of scheduling; empty: as the environment says
  bool verbose = false;
  std::optional<std::string> stats;  ///< empty: a table alone; else the file, too
  bool print = false;                ///< show what would be started instead of starting it
  std::optional<Mpi> mpi;            ///< nothing: the MPI the program is linked with
  std::vector<std::string> command;
};

/// What is to be started, and what of the environment changes.
struct LaunchPlan {
  std::string path;                                            ///< the file to start
  std::vector<std::string> words;                              ///< its argv
  std::vector<std::pair<std::string, std::string>> variables;  ///< to set
  std::vector<std::string> notes;                              ///< for --verbose
};

/// Decides everything and starts nothing but, perhaps, the program's loader to ask it which
/// libraries it would load. Prints warnings. Throws Failure.
LaunchPlan plan_run(RunOptions const& options, Prefix const& prefix);

/// The plan as one line a shell can run.
std::string to_shell(LaunchPlan const& plan);

/// Becomes the command. Returns only by throwing Failure.
[[noreturn]] void start(LaunchPlan const& plan);

}  // namespace tidemill::tool
