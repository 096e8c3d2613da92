// The command line of jacobi.
#pragma once

#include "common/team_options.hpp"
#include "problem.hpp"

namespace jacobi {

/// `nodes` own the blocks; without any the threads own them.
struct Options : app::TeamOptions {
  Problem problem;
};

/// Throws UsageError.
Options parse_options(int argc, const char* const* argv);

}  // namespace jacobi
