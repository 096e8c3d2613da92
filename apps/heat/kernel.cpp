#include "kernel.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "common/clock.hpp"

namespace heat {
namespace {

/// Rows updated side by side. Within a row each cell waits for the one before it; a row that
/// trails the one above by one column waits for nothing else, so this many chains of additions
/// are under way at a time. More of them run out of registers.
constexpr int lanes = 4;

/// `row[0]` is the row above the first one updated, `row[lanes + 1]` the one below the last.
using Rows = std::array<double*, lanes + 2>;

inline void update_cell(const Rows& row, int lane, std::ptrdiff_t col, double& left) {
  // The cell to the left, which was written last, is added last: the others need not wait.
  left = 0.25 * (((row[lane][col] + row[lane + 2][col]) + row[lane + 1][col + 1]) + left);
  row[lane + 1][col] = left;
}

/// Updates `lanes` rows from column `first` on; lane q is at column t - q in step t. A cell then
/// sees its upper and left neighbours updated, its right and lower ones not: as in lexicographic
/// order. At least `lanes` columns.
void update_rows(const Rows& row, std::ptrdiff_t first, std::ptrdiff_t cols) {
  std::array<double, lanes> left;
  for (int q = 0; q < lanes; ++q) left[q] = row[q + 1][first - 1];
  const auto cell = [&](int lane, std::ptrdiff_t col) {
    update_cell(row, lane, first + col, left[lane]);
  };
  // Straight code at the slanted edges: of a block of 32 columns they are a tenth.
  cell(0, 0);
  cell(0, 1), cell(1, 0);
  cell(0, 2), cell(1, 1), cell(2, 0);
  for (std::ptrdiff_t t = lanes - 1; t < cols; ++t)
    cell(0, t), cell(1, t - 1), cell(2, t - 2), cell(3, t - 3);
  cell(1, cols - 1), cell(2, cols - 2), cell(3, cols - 3);
  cell(2, cols - 1), cell(3, cols - 2);
  cell(3, cols - 1);
}

void update_row(const double* up, double* row, const double* down, int first, int cols) {
  double left = row[first - 1];
  for (int j = first; j < first + cols; ++j) {
    left = 0.25 * (((up[j] + down[j]) + row[j + 1]) + left);
    row[j] = left;
  }
}

}  // namespace

void gauss_seidel(Grid& grid, const Block& block) {
  const int end = block.row + block.rows;
  int i = block.row;
  for (; block.cols >= lanes && i + lanes <= end; i += lanes) {
    Rows row;
    for (int q = 0; q < lanes + 2; ++q) row[q] = grid.row(i - 1 + q);
    update_rows(row, block.col, block.cols);
  }
  for (; i < end; ++i) {
    update_row(grid.row(i - 1), grid.row(i), grid.row(i + 1), block.col, block.cols);
  }
}

Kernel::Kernel(double sleep_us, int block)
    : sleep_ns_per_cell_(sleep_us * 1000 / (static_cast<double>(block) * block)),
      late_ns_(sleep_us > 0 ? app::wake_up_latency_ns() : 0) {}

void Kernel::update(Grid& grid, const Block& block) const {
  if (sleep_ns_per_cell_ > 0) {
    app::sleep_precisely(std::max(0.0, sleep_ns_per_cell_ * block.rows * block.cols - late_ns_));
  } else {
    gauss_seidel(grid, block);
  }
}

}  // namespace heat
