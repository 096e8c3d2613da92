// Is the result right? By the matrix as it came, without parts.
#pragma once

#include <optional>
#include <vector>

#include "matrix.hpp"

namespace spmv {

struct Difference {
  int row;
  double serial, here;
};

/// The first row in which two vectors differ, bit by bit.
std::optional<Difference> first_difference(const std::vector<double>& serial,
                                           const std::vector<double>& here);

/// A times the start values.
std::vector<double> serial_product(const Matrix& matrix);

/// |b - A x| / |b|, where b is A times the start values; 0 if b is 0 and so is b - A x.
double recomputed_residual(const Matrix& matrix, const std::vector<double>& x);

}  // namespace spmv
