#include "report.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "exchange.hpp"

namespace heat {

std::string Report::line() const {
  char text[512];
  char end[32] = "-";
  if (residual) std::snprintf(end, sizeof end, "%.6e", *residual);
  std::snprintf(text, sizeof text,
                "%-14s  %d ranks x %d threads  %dx%d  block %d  %d iterations  %.3f s  "
                "%.4g updates/s  residual %s  in tasks %.1f %%  computing %.1f %%",
                variant.c_str(), ranks, threads, rows, cols, block, iterations, seconds,
                updates_per_second(), end, 100 * in_task_share(), 100 * compute_share());
  return text;
}

std::string Report::json() const {
  nlohmann::ordered_json json;
  write_what(json);
  json["rows"] = rows;
  json["cols"] = cols;
  json["block"] = block;
  json["iterations"] = iterations;
  json["kernel"] = sleep_us > 0 ? "sleep" : "compute";
  json["sleep_us"] = sleep_us;
  json["residual"] = residual ? nlohmann::ordered_json(*residual) : nullptr;
  write_figures(json);
  return json.dump(2) + "\n";
}

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
