// Who has which part of the field, and how the parts that change hands are cut into messages.
//
// For grid-point physics each rank has all rows of its columns, for transforms all columns of its
// rows. So between any two ranks a *block* changes hands: the rows of the one in the columns of the
// other, at all levels. All blocks are of one size, as the ranks divide rows and columns. A block
// is cut into slabs (some whole levels), which the variants with tasks work on one by one, and each
// slab into pieces of rows or of parts of rows; every piece is a message.
#pragma once

#include <cstdint>
#include <vector>

#include "problem.hpp"

namespace ifsker {

/// Some cells of a block; levels are counted in the field, rows and columns in the block.
struct Piece {
  int level, levels;
  int row, rows;
  int col, cols;

  int cells() const { return levels * rows * cols; }
};

struct Slab {
  int level, levels;
  int first_piece, pieces;
};

/// How many messages; one of the two, or none: a message is a block's part in one level.
struct Cut {
  std::int64_t messages = 0;  ///< that a rank sends in a step
  std::int64_t bytes = 0;     ///< of a message

  bool given() const { return messages || bytes; }
};

class Layout {
 public:
  /// Throws UsageError if `ranks` does not divide the field, or `cut` cannot be. As near to `cut`
  /// as whole pieces allow.
  Layout(const Shape& shape, int rank, int ranks, const Cut& cut);

  int rank() const { return rank_; }
  int ranks() const { return ranks_; }
  int peers() const { return ranks_ - 1; }
  int rows() const { return rows_; }  ///< that a rank transforms
  int cols() const { return cols_; }  ///< whose physics a rank computes
  const std::vector<Slab>& slabs() const { return slabs_; }
  const std::vector<Piece>& pieces() const { return pieces_; }
  std::int64_t messages_per_step() const { return std::int64_t{2} * peers() * pieces_.size(); }
  std::int64_t bytes_per_message() const;  ///< the mean

 private:
  void cut_slab(int level, int levels, std::int64_t pieces);

  int rank_, ranks_, rows_, cols_;
  std::vector<Slab> slabs_;
  std::vector<Piece> pieces_;
};

}  // namespace ifsker
