#include "residual.hpp"

#include <vector>

#include "exchange.hpp"

namespace heat {

double residual(MPI_Comm comm, const Problem& problem, Grid& grid) {
  refresh_halos(grid);
  std::vector<double> mine(grid.rows());
  for (int i = 1; i <= grid.rows(); ++i) {
    const double *up = grid.row(i - 1), *row = grid.row(i), *down = grid.row(i + 1);
    double sum = 0;
    for (int j = 1; j <= grid.cols(); ++j) {
      const double change = 0.25 * (up[j] + down[j] + row[j + 1] + row[j - 1]) - row[j];
      sum += change * change;
    }
    mine[i - 1] = sum;
  }
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  std::vector<int> counts(ranks), starts(ranks);
  for (int r = 0; r < ranks; ++r) {
    counts[r] = Grid::rows_of(problem.rows, r, ranks);
    starts[r] = Grid::first_row_of(problem.rows, r, ranks);
  }
  std::vector<double> all(rank == 0 ? problem.rows : 0);
  MPI_Gatherv(mine.data(), grid.rows(), MPI_DOUBLE, all.data(), counts.data(), starts.data(),
              MPI_DOUBLE, 0, comm);
  double sum = 0;
  for (const double row : all) sum += row;
  return sum;
}

}  // namespace heat
