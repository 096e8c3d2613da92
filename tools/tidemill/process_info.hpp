// `tidemill info --pid`: which libraries a running process got, read off what the kernel says of
// it. Nothing is asked of the process itself.
#pragma once

#include <sys/types.h>

#include <iosfwd>

#include "prefix.hpp"

namespace tidemill::tool {

/// Throws Failure where there is no such process, or it may not be looked at.
void print_process(std::ostream& out, Prefix const& prefix, pid_t pid);

}  // namespace tidemill::tool
