// Matrices from Matrix Market files, read by the library fast_matrix_market.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace app {

/// Entries as the file has them, in no order; of a matrix with symmetry those of one triangle.
struct MatrixEntries {
  enum class Symmetry { general, symmetric, skew_symmetric };  ///< as the header says

  std::int64_t rows = 0, cols = 0;
  Symmetry symmetry = Symmetry::general;
  std::vector<std::int64_t> row, col;  ///< from 0
  std::vector<double> value;
};

/// `bytes` are those of the file `path`. Real and integer matrices and patterns, whose values are
/// 1, coordinate or array, general, symmetric or skew-symmetric. Throws UsageError, with the line
/// at fault.
MatrixEntries parse_matrix_market(const std::string& path, const std::string& bytes);

}  // namespace app
