// How far a factor is from the matrix.
#pragma once

namespace cholesky {

/// More than this is wrong. Rounding leaves some 1e-15.
constexpr double residual_limit = 1e-12;

struct Residuals {
  double factor;    ///< |A - L L^T| / |A|, Frobenius norms
  double solution;  ///< |A y - b| / (|A| |y|) of y = L^-T L^-1 b

  /// False for a NaN, too.
  bool right() const { return factor <= residual_limit && solution <= residual_limit; }
};

}  // namespace cholesky
