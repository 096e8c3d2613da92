#include "matrix.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <new>
#include <numeric>

#include "common/error.hpp"
#include "common/memory.hpp"

namespace spmv {
namespace {

using app::UsageError;
using Symmetry = app::MatrixEntries::Symmetry;

void check_shape(const std::string& path, const app::MatrixEntries& entries) {
  if (entries.rows != entries.cols) {
    throw UsageError(path + ": " + std::to_string(entries.rows) + " rows and " +
                     std::to_string(entries.cols) +
                     " columns: not square; give a matrix with as many rows as columns");
  }
  const std::int64_t most = INT_MAX / (entries.symmetry != Symmetry::general ? 2 : 1);
  if (entries.rows >= INT_MAX || static_cast<std::int64_t>(entries.value.size()) > most) {
    throw UsageError(path + ": " + std::to_string(entries.rows) + " rows, " +
                     std::to_string(entries.value.size()) +
                     " entries: too many; give a matrix of at most " + std::to_string(most) +
                     " of either");
  }
  // Of the matrix and its graph, of METIS's copy and of two vectors.
  const double bytes = 48.0 * static_cast<double>(entries.rows);
  if (bytes > app::physical_memory()) throw std::bad_alloc();
}

void check_values(const std::string& path, const app::MatrixEntries& entries) {
  for (std::size_t k = 0; k < entries.value.size(); ++k) {
    if (std::isfinite(entries.value[k])) continue;
    throw UsageError(path + ": the value at (" + std::to_string(entries.row[k] + 1) + ", " +
                     std::to_string(entries.col[k] + 1) +
                     ") is not a finite number; give a matrix of such numbers");
  }
}

/// Sorts row i's entries by column and adds up those of one place; they are moved to `to`.
int tidy_row(Matrix& matrix, int i, int to) {
  const int begin = matrix.start[i], end = matrix.start[i + 1];
  std::vector<int> order(end - begin);
  std::iota(order.begin(), order.end(), begin);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return matrix.column[a] < matrix.column[b]; });
  std::vector<int> column;
  std::vector<double> value;
  for (const int k : order) {
    if (!column.empty() && column.back() == matrix.column[k]) {
      value.back() += matrix.value[k];
    } else {
      column.push_back(matrix.column[k]);
      value.push_back(matrix.value[k]);
    }
  }
  std::copy(column.begin(), column.end(), matrix.column.begin() + to);
  std::copy(value.begin(), value.end(), matrix.value.begin() + to);
  return to + static_cast<int>(column.size());
}

void tidy(Matrix& matrix) {
  int to = 0;
  for (int i = 0; i < matrix.rows; ++i) {
    const int after = tidy_row(matrix, i, to);
    matrix.start[i] = to;
    to = after;
  }
  matrix.start[matrix.rows] = to;
  matrix.column.resize(to);
  matrix.value.resize(to);
}

}  // namespace

void multiply(const Matrix& matrix, const double* x, double* y) {
  for (int i = 0; i < matrix.rows; ++i) {
    const int begin = matrix.start[i];
    y[i] = row_product(matrix.column.data() + begin, matrix.value.data() + begin,
                       matrix.start[i + 1] - begin, x);
  }
}

Matrix laplace(int side) {
  Matrix matrix;
  matrix.rows = side * side;
  matrix.start.push_back(0);
  const auto add = [&](int column, double value) {
    matrix.column.push_back(column);
    matrix.value.push_back(value);
  };
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      const int cell = i * side + j;
      // Through a face to the next cell flows their difference, through one to the border twice it.
      const auto face = [](bool inside) { return inside ? 1.0 : 2.0; };
      const bool up = i > 0, left = j > 0, right = j + 1 < side, down = i + 1 < side;
      if (up) add(cell - side, -1);
      if (left) add(cell - 1, -1);
      add(cell, face(up) + face(left) + face(right) + face(down));
      if (right) add(cell + 1, -1);
      if (down) add(cell + side, -1);
      matrix.start.push_back(static_cast<int>(matrix.column.size()));
    }
  }
  return matrix;
}

Matrix make_matrix(const std::string& path, const app::MatrixEntries& entries) {
  check_shape(path, entries);
  check_values(path, entries);
  Matrix matrix;
  matrix.rows = static_cast<int>(entries.rows);
  matrix.start.assign(matrix.rows + std::size_t{1}, 0);
  const std::size_t count = entries.value.size();
  const auto mirrored = [&](std::size_t k) {
    return entries.symmetry != Symmetry::general && entries.row[k] != entries.col[k];
  };
  for (std::size_t k = 0; k < count; ++k) {
    ++matrix.start[entries.row[k] + 1];
    if (mirrored(k)) ++matrix.start[entries.col[k] + 1];
  }
  std::partial_sum(matrix.start.begin(), matrix.start.end(), matrix.start.begin());
  matrix.column.resize(matrix.nonzeros());
  matrix.value.resize(matrix.nonzeros());
  std::vector<int> next(matrix.start.begin(), matrix.start.end() - 1);
  const auto put = [&](std::int64_t row, std::int64_t col, double value) {
    const int at = next[row]++;
    matrix.column[at] = static_cast<int>(col);
    matrix.value[at] = value;
  };
  const double sign = entries.symmetry == Symmetry::skew_symmetric ? -1 : 1;
  for (std::size_t k = 0; k < count; ++k) {
    put(entries.row[k], entries.col[k], entries.value[k]);
    if (mirrored(k)) put(entries.col[k], entries.row[k], sign * entries.value[k]);
  }
  tidy(matrix);
  return matrix;
}

}  // namespace spmv
