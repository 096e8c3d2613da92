// How much memory there is.
#pragma once

#include <unistd.h>

namespace app {

/// This machine's, in bytes. The kernel may promise more than there is, and end the program when it
/// is used: what will not fit is refused before.
inline double physical_memory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace app
