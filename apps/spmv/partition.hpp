// Rows in parts by METIS: as many rows in each, and as few nonzeros as possible that tie a row to
// one of another part.
#pragma once

#include <vector>

#include "matrix.hpp"

namespace spmv {

struct Partition {
  std::vector<int> part_of_row;
  int cut = 0;  ///< pairs of rows of different parts that a nonzero ties
};

/// The same for the same matrix, always. A part may be left without rows. Throws std::bad_alloc.
Partition partition(const Matrix& matrix, int parts);

}  // namespace spmv
