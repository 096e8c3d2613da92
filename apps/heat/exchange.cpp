#include "exchange.hpp"

#include <mpi.h>

#include "messages.hpp"

namespace heat {
namespace {

constexpr int tag_up = 0;
constexpr int tag_down = 1;

int peer(int rank) { return rank == Grid::nobody ? MPI_PROC_NULL : rank; }

void send_row(Run& run, int row, int to, int tag) {
  send_blocking(run.waiting, run.grid.row(row) + 1, run.grid.cols(), peer(to), tag);
}

void receive_row(Run& run, int row, int from, int tag) {
  receive_blocking(run.waiting, run.grid.row(row) + 1, run.grid.cols(), peer(from), tag);
}

}  // namespace

void exchange_before_sweep(Run& run) {
  const Grid& grid = run.grid;
  send_row(run, 1, grid.upper(), tag_up);
  receive_row(run, 0, grid.upper(), tag_down);
  receive_row(run, grid.rows() + 1, grid.lower(), tag_up);
}

void exchange_after_sweep(Run& run) { send_row(run, run.grid.rows(), run.grid.lower(), tag_down); }

void refresh_halos(Grid& grid) {
  const int last = grid.rows();
  MPI_Sendrecv(grid.row(1) + 1, grid.cols(), MPI_DOUBLE, peer(grid.upper()), tag_up,
               grid.row(last + 1) + 1, grid.cols(), MPI_DOUBLE, peer(grid.lower()), tag_up,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(grid.row(last) + 1, grid.cols(), MPI_DOUBLE, peer(grid.lower()), tag_down,
               grid.row(0) + 1, grid.cols(), MPI_DOUBLE, peer(grid.upper()), tag_down,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

}  // namespace heat
