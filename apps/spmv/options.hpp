// The command line of spmv.
#pragma once

#include <vector>

#include "common/options.hpp"
#include "common/task_affinity.hpp"

namespace spmv {

enum class Method { product, bicgstab };

struct Options : app::CommonOptions {
  int laplace = 0;    ///< cells of a side; 0: `input`
  std::string input;  ///< Matrix Market file
  int parts = 16;
  int iterations = 500;
  Method method = Method::product;
  app::Affinity affinity = app::Affinity::none;
  std::vector<int> nodes;  ///< on which parts are to lie; empty: on all of the team's
};

/// Throws UsageError.
Options parse_options(int argc, const char* const* argv);

}  // namespace spmv
