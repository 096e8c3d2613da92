// Integers of 8 bytes, as Fortran code compiled with -fdefault-integer-8 passes them.
#pragma once

#include <algorithm>
#include <climits>
#include <cstdint>

namespace tidemill::omp {

/// The int nearest to it: a level or a number too large for an int stays too large.
inline int narrow(std::int64_t wide) noexcept {
  return static_cast<int>(std::clamp<std::int64_t>(wide, INT_MIN, INT_MAX));
}

}  // namespace tidemill::omp
