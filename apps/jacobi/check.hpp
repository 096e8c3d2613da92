// --check: is the result that of a plain sweep over all rows, bit by bit?
#pragma once

#include <optional>

#include "grid.hpp"

namespace jacobi {

struct Difference {
  int row, col;  ///< the first in the order of rows
  double serial, here;
};

/// Solves the problem on one thread, in an array without blocks. May throw std::bad_alloc.
std::optional<Difference> compare_with_serial(const Problem& problem, const Grid& grid);

/// Sum over all points of (what one more sweep would give - point)^2.
double residual(const Problem& problem, const Grid& grid);

}  // namespace jacobi
