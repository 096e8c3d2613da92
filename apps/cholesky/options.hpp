// The command line of cholesky.
#pragma once

#include <optional>
#include <string>

#include "common/options.hpp"
#include "layout.hpp"

namespace cholesky {

/// The annotation is the `variant`.
struct Options : app::CommonOptions {
  std::optional<int> size;
  std::optional<int> tile;
  std::optional<RankGrid> grid;
  std::string input;   ///< empty: a matrix is made up
  double gemm_us = 0;  ///< 0: tasks compute
  double delay_s = 0;  ///< of messages
  bool count = false;
};

/// Throws UsageError.
Options parse_options(int argc, const char* const* argv);

}  // namespace cholesky
