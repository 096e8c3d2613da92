#include "failure.hpp"

#include <cstdio>

namespace tidemill::tool {

void warn(std::string const& message) {
  std::fprintf(stderr, "tidemill: warning: %s\n", message.c_str());
}

}  // namespace tidemill::tool
