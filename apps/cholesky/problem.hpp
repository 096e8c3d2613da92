// The matrix to factorise: symmetric, from a file or made up. Knows nothing of tiles, ranks or MPI.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/matrix_market.hpp"

namespace cholesky {

/// A value of the lower triangle: row >= col, from 0.
struct Entry {
  int row, col;
  double value;
};

class Problem {
 public:
  /// Made up: pseudo-random numbers from -1 to 1, and so much more on the diagonal that the matrix
  /// is positive definite. Whoever asks for a value gets the same one.
  explicit Problem(int order) : order_(order), generated_(true) {}

  /// What a file holds; other values are 0.
  Problem(int order, std::vector<Entry> entries)
      : order_(order), generated_(false), entries_(std::move(entries)) {}

  int order() const { return order_; }
  bool generated() const { return generated_; }
  const std::vector<Entry>& entries() const { return entries_; }

  /// row >= col; of a made-up matrix alone.
  double generated_value(std::int64_t row, std::int64_t col) const;

 private:
  int order_;
  bool generated_;
  std::vector<Entry> entries_;
};

/// The lower triangle of a file's matrix. Throws UsageError if that is not symmetric, not square,
/// too large, or has a value twice.
std::vector<Entry> lower_triangle(const std::string& path, const app::MatrixEntries& matrix);

}  // namespace cholesky
