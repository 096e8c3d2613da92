// What the command lines of applications without MPI have in common.
#pragma once

#include <vector>

#include "options.hpp"
#include "task_affinity.hpp"

namespace app {

struct TeamOptions : CommonOptions {
  Affinity affinity = Affinity::none;
  std::vector<int> nodes;  ///< on which data are to lie; empty: on all of the team's
};

}  // namespace app
