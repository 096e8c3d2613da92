// The command line of heat.
#pragma once

#include <optional>
#include <string>

#include "common/options.hpp"

namespace heat {

struct Size {
  int rows;
  int cols;
};

/// What the user asked for; what is not set comes from the input file, then from the defaults.
struct Options : app::CommonOptions {
  std::string input;  ///< problem file or PNG; empty: the built-in problem
  std::optional<Size> size;
  std::optional<int> block;
  std::optional<int> iterations;
  double sleep_us = 0;  ///< --kernel sleep=USEC; 0: the real kernel
};

/// Throws UsageError.
Options parse_options(int argc, const char* const* argv);

}  // namespace heat
