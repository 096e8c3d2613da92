#include "grid.hpp"

namespace heat {

Grid::Grid(const Problem& problem, int rank, int ranks)
    : rows_(rows_of(problem.rows, rank, ranks)),
      cols_(problem.cols),
      block_(problem.block),
      first_row_(first_row_of(problem.rows, rank, ranks)),
      upper_(rank > 0 ? rank - 1 : nobody),
      lower_(rank + 1 < ranks ? rank + 1 : nobody),
      cells_(static_cast<std::size_t>(rows_ + std::ptrdiff_t{2}) * stride()) {
  for (int i = 0; i <= rows_ + 1; ++i) {
    double* cells = row(i);
    for (int j = 0; j <= cols_ + 1; ++j) {
      cells[j] = problem.initial_temperature(first_row_ + i - 1, j - 1);
    }
  }
}

}  // namespace heat
