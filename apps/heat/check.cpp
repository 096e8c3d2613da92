#include "check.hpp"

#include <memory>
#include <new>
#include <vector>

#include "common/bits.hpp"
#include "common/ranks.hpp"
#include "kernel.hpp"

namespace heat {
namespace {

constexpr int tag_row = 0;

std::unique_ptr<Grid> solve_on_rank_0(MPI_Comm comm, const Problem& problem, int rank) {
  std::unique_ptr<Grid> serial;
  std::string failure;
  if (rank == 0) {
    try {
      serial = std::make_unique<Grid>(problem, 0, 1);
      for (int k = 0; k < problem.iterations; ++k) {
        gauss_seidel(*serial, {1, 1, problem.rows, problem.cols});
      }
    } catch (const std::bad_alloc&) {
      failure = "--check: rank 0 has no memory for the whole grid of " +
                std::to_string(problem.rows) + "x" + std::to_string(problem.cols) +
                "; use a smaller --size or leave --check out";
    }
  }
  app::wait_for_all(comm);
  app::agree(comm, failure);
  return serial;
}

/// Rank 0: compares all rows with `serial`, in order, receiving those of other ranks.
std::optional<Difference> compare_rows(MPI_Comm comm, const Problem& problem, const Grid& grid,
                                       const Grid& serial, int ranks) {
  std::optional<Difference> found;
  std::vector<double> received(problem.cols);
  for (int rank = 0; rank < ranks; ++rank) {
    const int rows = Grid::rows_of(problem.rows, rank, ranks);
    for (int i = 1; i <= rows; ++i) {
      const double* here = rank == 0 ? grid.row(i) + 1 : received.data();
      if (rank > 0) {
        MPI_Recv(received.data(), problem.cols, MPI_DOUBLE, rank, tag_row, comm, MPI_STATUS_IGNORE);
      }
      const int row = Grid::first_row_of(problem.rows, rank, ranks) + i - 1;
      const double* expected = serial.row(row + 1) + 1;
      const int col = app::first_difference(expected, here, problem.cols);
      if (!found && col < problem.cols) found = {row, col, expected[col], here[col]};
    }
  }
  return found;
}

}  // namespace

std::optional<Difference> compare_with_serial(MPI_Comm comm, const Problem& problem,
                                              const Grid& grid) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  const std::unique_ptr<Grid> serial = solve_on_rank_0(comm, problem, rank);
  std::optional<Difference> found;
  if (serial) {
    found = compare_rows(comm, problem, grid, *serial, ranks);
  } else {
    for (int i = 1; i <= grid.rows(); ++i) {
      MPI_Send(grid.row(i) + 1, grid.cols(), MPI_DOUBLE, 0, tag_row, comm);
    }
  }
  Difference answer = found.value_or(Difference{-1, 0, 0, 0});
  MPI_Bcast(&answer, sizeof answer, MPI_BYTE, 0, comm);
  if (answer.row < 0) return std::nullopt;
  return answer;
}

}  // namespace heat
