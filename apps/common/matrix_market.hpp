// Matrices from Matrix Market files, read by the library fast_matrix_market.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace app {

/// Entries as the file has them: of a symmetric one those of one triangle, in no order.
struct MatrixEntries {
  std::int64_t rows = 0, cols = 0;
  bool symmetric = false;              ///< the header says so
  std::vector<std::int64_t> row, col;  ///< from 0
  std::vector<double> value;
};

/// `bytes` are those of the file `path`. Real and integer matrices, coordinate or array, general
/// or symmetric. Throws UsageError, with the line at fault.
MatrixEntries parse_matrix_market(const std::string& path, const std::string& bytes);

}  // namespace app
