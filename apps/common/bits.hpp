// Comparing numbers by their bits: -0 is not 0 here, and a NaN is itself.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace app {

/// The first of `count` numbers with different bits, or `count`.
inline int first_difference(const double* a, const double* b, int count) {
  const auto same_bits = [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  };
  return static_cast<int>(std::mismatch(a, a + count, b, same_bits).first - a);
}

}  // namespace app
