#include "grid.hpp"

#include <new>

namespace jacobi {
namespace {

/// Of one block's field. Throws where the counts of all fields might overflow.
std::size_t block_doubles(const Problem& problem) {
  const std::size_t doubles =
      app::FreshPages::whole_pages(static_cast<std::size_t>(problem.block) * problem.block);
  const double all = 3.0 * static_cast<double>(doubles) * problem.blocks() * problem.blocks();
  if (all > 1e18) throw std::bad_alloc();
  return doubles;
}

}  // namespace

Grid::Grid(const Problem& problem)
    : size_(problem.size),
      block_(problem.block),
      blocks_(problem.blocks()),
      block_doubles_(block_doubles(problem)),
      field_doubles_(block_doubles_ * blocks_ * blocks_),
      pages_(3 * field_doubles_ * sizeof(double)),
      top_(size_),
      bottom_(size_),
      left_(size_),
      right_(size_) {
  for (int i = 0; i < size_; ++i) {
    top_[i] = problem.solution(-1, i);
    bottom_[i] = problem.solution(size_, i);
    left_[i] = problem.solution(i, -1);
    right_[i] = problem.solution(i, size_);
  }
}

void Grid::copy_row(int k, int row, double* cells) const {
  for (int j = 0; j < blocks_; ++j) {
    const double* from =
        points(k, row / block_, j) + static_cast<std::size_t>(row % block_) * block_;
    std::copy_n(from, rows_of(j), cells + static_cast<std::size_t>(j) * block_);
  }
}

}  // namespace jacobi
