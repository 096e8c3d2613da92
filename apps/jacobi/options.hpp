// The command line of jacobi.
#pragma once

#include <vector>

#include "common/options.hpp"
#include "common/task_affinity.hpp"
#include "problem.hpp"

namespace jacobi {

struct Options : app::CommonOptions {
  Problem problem;
  app::Affinity affinity = app::Affinity::none;
  std::vector<int> nodes;  ///< that own the blocks; empty: the threads own them
};

/// Throws UsageError.
Options parse_options(int argc, const char* const* argv);

}  // namespace jacobi
