// --check: is the factor one of the matrix, and does it solve?
#pragma once

#include <mpi.h>

#include "layout.hpp"
#include "problem.hpp"
#include "tiles.hpp"

namespace cholesky {

/// More than this is wrong. Rounding leaves some 1e-15.
constexpr double residual_limit = 1e-12;

struct Residuals {
  double factor;    ///< |A - L L^T| / |A|, Frobenius norms
  double solution;  ///< |A y - b| / (|A| |y|) of y = L^-T L^-1 b

  /// False for a NaN, too.
  bool right() const { return factor <= residual_limit && solution <= residual_limit; }
};

/// Gathers the factor on rank 0, which needs the memory for two whole matrices. Collective over
/// `comm`; all ranks get the same answer. Throws UsageError.
Residuals check_factor(MPI_Comm comm, const Problem& problem, const Layout& layout,
                       const Tiles& tiles);

}  // namespace cholesky
