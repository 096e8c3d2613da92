#include "kernel.hpp"

namespace jacobi {
namespace {

struct Row {
  const double *up, *here, *down, *source;
  double left, right;  ///< the points before the first and after the last
};

void relax_row(const Row& row, double* out, int count) {
  const auto at = [&](int c, double left, double right) {
    return relaxed(row.up[c], left, right, row.down[c], row.source[c]);
  };
  const int last = count - 1;
  out[0] = at(0, row.left, last > 0 ? row.here[1] : row.right);
  for (int c = 1; c < last; ++c) out[c] = at(c, row.here[c - 1], row.here[c + 1]);
  if (last > 0) out[last] = at(last, row.here[last - 1], row.right);
}

}  // namespace

void touch_block(const Problem& problem, Grid& grid, int i, int j) {
  double *before = grid.points(0, i, j), *after = grid.points(1, i, j), *source = grid.source(i, j);
  const int row = i * problem.block, col = j * problem.block;
  for (int r = 0; r < grid.rows_of(i); ++r) {
    for (int c = 0; c < grid.rows_of(j); ++c) {
      const std::size_t at = static_cast<std::size_t>(r) * grid.stride() + c;
      before[at] = problem.start(row + r, col + c);
      after[at] = 0;
      source[at] = problem.source(row + r, col + c);
    }
  }
}

void update_block(Grid& grid, int k, int i, int j) {
  const int rows = grid.rows_of(i), cols = grid.rows_of(j), last = grid.blocks() - 1;
  const std::ptrdiff_t stride = grid.stride();
  const double* from = grid.points(k, i, j);
  const double* source = grid.source(i, j);
  double* to = grid.points(k + 1, i, j);
  const double* above =
      i > 0 ? grid.points(k, i - 1, j) + (stride - 1) * stride : grid.top() + j * stride;
  const double* below = i < last ? grid.points(k, i + 1, j) : grid.bottom() + j * stride;
  // Down the blocks beside: every stride-th number; down the border every one.
  const double* left = j > 0 ? grid.points(k, i, j - 1) + stride - 1 : grid.left() + i * stride;
  const double* right = j < last ? grid.points(k, i, j + 1) : grid.right() + i * stride;
  const std::ptrdiff_t left_step = j > 0 ? stride : 1, right_step = j < last ? stride : 1;
  for (int r = 0; r < rows; ++r) {
    const double* here = from + r * stride;
    relax_row({r > 0 ? here - stride : above, here, r + 1 < rows ? here + stride : below,
               source + r * stride, left[r * left_step], right[r * right_step]},
              to + r * stride, cols);
  }
}

}  // namespace jacobi
