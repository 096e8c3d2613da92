// The command line of ifsker.
#pragma once

#include <optional>
#include <string>

#include "common/options.hpp"
#include "layout.hpp"
#include "run.hpp"

namespace ifsker {

struct Options : app::CommonOptions {
  std::optional<Shape> shape;
  int steps = 200;
  Cut cut;
  double delay_s = 0;
  Exchange exchange = Exchange::fastest;
  std::string input;  ///< empty: the analytic field
  std::string variable;
};

/// Throws UsageError.
Options parse_options(int argc, const char* const* argv);

}  // namespace ifsker
