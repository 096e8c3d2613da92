// The command line of spmv.
#pragma once

#include <string>

#include "common/team_options.hpp"

namespace spmv {

enum class Method { product, bicgstab };

struct Options : app::TeamOptions {
  int laplace = 0;    ///< cells of a side; 0: `input`
  std::string input;  ///< Matrix Market file
  int parts = 16;
  int iterations = 500;
  Method method = Method::product;
};

/// Throws UsageError.
Options parse_options(int argc, const char* const* argv);

}  // namespace spmv
