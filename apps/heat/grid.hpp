// The rows one rank owns, with the border around them, and their division into blocks.
//
// Row 0 and row rows()+1 are the border or, where a neighbour owns them, the halo: a copy of the
// neighbour's nearest row. Columns 0 and cols()+1 are the border. The owned cells are rows
// 1..rows(), columns 1..cols(). Blocks are counted from the rank's own first row; the last block
// row and the last block column may be smaller. Since Gauss-Seidel in dataflow order is
// Gauss-Seidel in lexicographic order, neither ranks nor blocks change a single bit of the result.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "problem.hpp"

namespace heat {

struct Block {
  int row, col;  ///< first cell, in the grid's own rows and columns
  int rows, cols;
};

class Grid {
 public:
  static constexpr int nobody = -1;

  /// The part of `rank` out of `ranks`, filled with the temperature at the start. May throw
  /// std::bad_alloc.
  Grid(const Problem& problem, int rank, int ranks);

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int first_row() const { return first_row_; }  ///< the problem's row that is this grid's row 1
  int upper() const { return upper_; }          ///< rank that owns the row above, or nobody
  int lower() const { return lower_; }          ///< rank that owns the row below, or nobody
  double* row(int i) { return cells_.data() + i * stride(); }
  const double* row(int i) const { return cells_.data() + i * stride(); }
  std::ptrdiff_t stride() const { return cols_ + std::ptrdiff_t{2}; }

  int block_rows() const { return (rows_ + block_ - 1) / block_; }
  int block_cols() const { return (cols_ + block_ - 1) / block_; }
  Block block(int i, int j) const {
    const int row = 1 + i * block_;
    const int col = 1 + j * block_;
    return {row, col, std::min(block_, rows_ + 1 - row), std::min(block_, cols_ + 1 - col)};
  }

  /// The cell that stands for a block in dependences: its first one. Block row -1 is the upper
  /// halo, block row block_rows() the lower one; block columns -1 and block_cols() are the border,
  /// which no task writes. So no block is a special case.
  double* representative(int i, int j) {
    const int row = i < 0 ? 0 : i < block_rows() ? 1 + i * block_ : rows_ + 1;
    const int col = j < 0 ? 0 : j < block_cols() ? 1 + j * block_ : cols_ + 1;
    return this->row(row) + col;
  }

  /// Number of rows of `rank`, and the first of them. The first ranks take the remainder.
  static int rows_of(int rows, int rank, int ranks) {
    return rows / ranks + (rank < rows % ranks ? 1 : 0);
  }
  static int first_row_of(int rows, int rank, int ranks) {
    return rank * (rows / ranks) + std::min(rank, rows % ranks);
  }

 private:
  int rows_, cols_, block_, first_row_, upper_, lower_;
  std::vector<double> cells_;
};

}  // namespace heat
