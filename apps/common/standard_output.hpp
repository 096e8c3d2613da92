// The end of standard output: what is printed there may be lost long after it was printed.
#pragma once

#include <cstdio>

#include "exit_status.hpp"

namespace app {

/// `status`; or the status of an error, which is told, if not all that was printed has been
/// written.
inline int status_of_output(const char* name, int status) {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return status;
  std::fprintf(
      stderr,
      "%s: standard output cannot be written; make room on its disk, or send it elsewhere\n", name);
  return exit_usage;
}

}  // namespace app
