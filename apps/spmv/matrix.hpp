// Sparse matrices, row by row (CSR), and where they come from. Knows nothing of parts or threads.
#pragma once

#include <string>
#include <vector>

#include "common/matrix_market.hpp"

namespace spmv {

/// Square. A row's columns ascend: it is added up in that order everywhere, so that a product has
/// the same bits however rows are shared out.
struct Matrix {
  int rows = 0;
  std::vector<int> start;  ///< row i is start[i] to start[i + 1] of:
  std::vector<int> column;
  std::vector<double> value;

  int nonzeros() const { return start.empty() ? 0 : start.back(); }
};

/// The product of one row, of `count` nonzeros, with `x`.
inline double row_product(const int* column, const double* value, int count, const double* x) {
  double sum = 0;
  for (int k = 0; k < count; ++k) sum += value[k] * x[column[k]];
  return sum;
}

/// y = A x.
void multiply(const Matrix& matrix, const double* x, double* y);

/// Laplace's equation on the unit square by finite volumes, `side` x `side` of them, numbered row
/// by row; the value on the border is given, half a cell away. Paper of 2016, section 4.3.
Matrix laplace(int side);
constexpr int most_laplace = 20724;  ///< nonzeros are counted in int

/// The matrix of a file; of one with symmetry both triangles. Entries of the same place are added
/// up. Throws UsageError if it is not square, or too large.
Matrix make_matrix(const std::string& path, const app::MatrixEntries& entries);

}  // namespace spmv
