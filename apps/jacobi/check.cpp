#include "check.hpp"

#include <utility>

#include "common/bits.hpp"
#include "kernel.hpp"

namespace jacobi {
namespace {

/// All points with the border around them, row by row.
class Plain {
 public:
  explicit Plain(const Problem& problem)
      : stride_(problem.size + std::size_t{2}), cells_(stride_ * stride_) {
    for (int i = -1; i <= problem.size; ++i) {
      for (const int edge : {-1, problem.size}) {
        row(i)[edge] = problem.solution(i, edge);
        row(edge)[i] = problem.solution(edge, i);
      }
    }
    for (int i = 0; i < problem.size; ++i) {
      for (int j = 0; j < problem.size; ++j) row(i)[j] = problem.start(i, j);
    }
  }
  double* row(int i) { return cells_.data() + (i + 1) * stride_ + 1; }
  const double* row(int i) const { return cells_.data() + (i + 1) * stride_ + 1; }

  double relaxed_at(const Problem& problem, int i, int j) const {
    return relaxed(row(i - 1)[j], row(i)[j - 1], row(i)[j + 1], row(i + 1)[j],
                   problem.source(i, j));
  }

 private:
  std::size_t stride_;
  std::vector<double> cells_;
};

}  // namespace

std::optional<Difference> compare_with_serial(const Problem& problem, const Grid& grid) {
  Plain from(problem), to(problem);
  for (int k = 0; k < problem.iterations; ++k) {
    for (int i = 0; i < problem.size; ++i) {
      for (int j = 0; j < problem.size; ++j) to.row(i)[j] = from.relaxed_at(problem, i, j);
    }
    std::swap(from, to);
  }
  std::vector<double> here(problem.size);
  for (int i = 0; i < problem.size; ++i) {
    grid.copy_row(problem.iterations, i, here.data());
    const int j = app::first_difference(from.row(i), here.data(), problem.size);
    if (j < problem.size) return Difference{i, j, from.row(i)[j], here[j]};
  }
  return std::nullopt;
}

double residual(const Problem& problem, const Grid& grid) {
  Plain points(problem);
  for (int i = 0; i < problem.size; ++i) grid.copy_row(problem.iterations, i, points.row(i));
  double sum = 0;
  for (int i = 0; i < problem.size; ++i) {
    for (int j = 0; j < problem.size; ++j) {
      const double change = points.relaxed_at(problem, i, j) - points.row(i)[j];
      sum += change * change;
    }
  }
  return sum;
}

}  // namespace jacobi
