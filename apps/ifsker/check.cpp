#include "check.hpp"

#include <memory>
#include <vector>

#include "common/bits.hpp"
#include "common/ranks.hpp"
#include "variants.hpp"

namespace ifsker {
namespace {

constexpr int tag_row = 0;

/// Null on the other ranks.
std::unique_ptr<State> solve_on_rank_0(MPI_Comm comm, const Problem& problem, int rank) {
  std::unique_ptr<State> serial;
  const double bytes = rank == 0 ? State::bytes(problem.shape, 1) : 0;
  app::allocate(comm, bytes,
                "--check: rank 0 has no memory for the whole field of " + problem.shape.text() +
                    "; use fewer --points or leave --check out",
                [&] {
                  if (rank == 0) serial = std::make_unique<State>(problem, 0, 1, Cut{}, false, 1);
                });
  if (serial) {
    app::Meter meter(1);
    app::Progress progress(app::Progress::Style::none, "", 0);
    Run run{*serial, 0, Exchange::fastest, false, meter, progress};
    solve_serial(run);
  }
  app::wait_for_all(comm);
  return serial;
}

/// Rank 0: compares all rows with `serial`, rank by rank, receiving those of other ranks.
std::optional<Difference> compare_rows(MPI_Comm comm, const State& state, const State& serial) {
  std::optional<Difference> found;
  const Field& mine = state.rows;
  std::vector<double> received(mine.cols());
  for (int rank = 0; rank < state.layout.ranks(); ++rank) {
    for (int level = 0; level < mine.levels(); ++level) {
      for (int i = 0; i < mine.rows(); ++i) {
        const double* here = rank == 0 ? mine.row(level, i) : received.data();
        if (rank > 0) {
          MPI_Recv(received.data(), mine.cols(), MPI_DOUBLE, rank, tag_row, comm,
                   MPI_STATUS_IGNORE);
        }
        const int row = rank * mine.rows() + i;
        const double* expected = serial.rows.row(level, row);
        const int col = app::first_difference(expected, here, mine.cols());
        if (!found && col < mine.cols()) found = {level, row, col, expected[col], here[col]};
      }
    }
  }
  return found;
}

}  // namespace

std::optional<Difference> compare_with_serial(MPI_Comm comm, const Problem& problem,
                                              const State& state) {
  const std::unique_ptr<State> serial = solve_on_rank_0(comm, problem, state.layout.rank());
  std::optional<Difference> found;
  if (serial) {
    found = compare_rows(comm, state, *serial);
  } else {
    const Field& mine = state.rows;
    for (int level = 0; level < mine.levels(); ++level) {
      for (int i = 0; i < mine.rows(); ++i) {
        MPI_Send(mine.row(level, i), mine.cols(), MPI_DOUBLE, 0, tag_row, comm);
      }
    }
  }
  Difference answer = found.value_or(Difference{-1, 0, 0, 0, 0});
  MPI_Bcast(&answer, sizeof answer, MPI_BYTE, 0, comm);
  if (answer.level < 0) return std::nullopt;
  return answer;
}

}  // namespace ifsker
