// The options every application has.
#pragma once

#include <string>

namespace app {

struct CommonOptions {
  std::string variant;
  std::string png;
  std::string json;
  bool check = false;
  bool quiet = false;
  bool progress = false;
  std::string help;  ///< not empty: print this and end
};

}  // namespace app
