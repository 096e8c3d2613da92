// `tidemill info`: what is installed here, and what the environment tells it.
#pragma once

#include <iosfwd>

#include "prefix.hpp"

namespace tidemill::tool {

void print_info(std::ostream& out, Prefix const& prefix);

}  // namespace tidemill::tool
