// What the installed runtime says of itself, by OpenMP's own functions: a child process loads
// libtidemill.so or a layer, calls them and reports. A child, because a runtime reads its
// environment once, and because a broken installation must not take `tidemill info` with it.
#pragma once

#include <optional>
#include <string>

#include "prefix.hpp"

namespace tidemill::tool {

/// Every effective setting with where it came from, as omp_display_env(1) prints it; empty when
/// the runtime cannot be loaded or says nothing.
std::string effective_settings(Prefix const& prefix);

/// The same of the task-aware layer, whose settings are those of every MPI: by the first layer that
/// can be loaded; empty when none can.
std::string layer_settings(Prefix const& prefix);

/// How many places `OMP_PLACES=kind` has: "threads", "cores", "sockets", "numa_domains".
std::optional<int> count_places(Prefix const& prefix, std::string const& kind);

/// Why libtidemill.so cannot be loaded here, in the loader's words; empty when it can.
std::string why_not_loadable(Prefix const& prefix);

}  // namespace tidemill::tool
