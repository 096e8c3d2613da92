// The points in blocks. A block lies in pages of its own, row by row, so that whoever touches it
// first places all of it and nothing else. Three fields: the points before and after a sweep, which
// change places, and the equation's right side. Around them the border, which nobody writes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "common/fresh_pages.hpp"
#include "problem.hpp"

namespace jacobi {

class Grid {
 public:
  /// Memory that nobody has touched. May throw std::bad_alloc.
  explicit Grid(const Problem& problem);

  int blocks() const { return blocks_; }
  int rows_of(int i) const { return std::min(block_, size_ - i * block_); }  ///< block row i
  int stride() const { return block_; }                                      ///< of a block's rows

  /// Block (i, j) before sweep k, which the sweep before it has written.
  double* points(int k, int i, int j) { return field(k % 2) + offset(i, j); }
  const double* points(int k, int i, int j) const { return field(k % 2) + offset(i, j); }
  double* source(int i, int j) { return field(2) + offset(i, j); }
  const double* source(int i, int j) const { return field(2) + offset(i, j); }

  /// The border beside row or column 0, 1, ... of the points.
  const double* top() const { return top_.data(); }
  const double* bottom() const { return bottom_.data(); }
  const double* left() const { return left_.data(); }
  const double* right() const { return right_.data(); }

  /// Row `row` of all points before sweep k, into `cells`.
  void copy_row(int k, int row, double* cells) const;

 private:
  double* field(int number) { return pages_.doubles() + number * field_doubles_; }
  const double* field(int number) const { return pages_.doubles() + number * field_doubles_; }
  std::size_t offset(int i, int j) const {
    return (static_cast<std::size_t>(i) * blocks_ + j) * block_doubles_;
  }

  int size_, block_, blocks_;
  std::size_t block_doubles_, field_doubles_;
  app::FreshPages pages_;
  std::vector<double> top_, bottom_, left_, right_;
};

}  // namespace jacobi
