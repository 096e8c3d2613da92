// A part of the field in memory: some levels, rows and columns, each row at an address that is a
// multiple of 64 bytes, so that transforms and loops meet all rows alike.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/doubles.hpp"

namespace ifsker {

using app::alignment_doubles;
using app::Doubles;
using app::round_up;

class Field {
 public:
  Field(int levels, int rows, int cols)
      : levels_(levels),
        rows_(rows),
        cols_(cols),
        stride_(round_up(cols)),
        cells_(static_cast<std::size_t>(levels) * rows * stride_) {}

  int levels() const { return levels_; }
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  std::ptrdiff_t stride() const { return stride_; }  ///< from a row to the next
  double* row(int level, int row) {
    return cells_.data() + (std::ptrdiff_t{level} * rows_ + row) * stride_;
  }
  const double* row(int level, int row) const {
    return cells_.data() + (std::ptrdiff_t{level} * rows_ + row) * stride_;
  }

 private:
  int levels_, rows_, cols_;
  std::ptrdiff_t stride_;
  Doubles cells_;
};

}  // namespace ifsker
