// N-Buffer MPI (paper of 2019, section 7.1): one thread a rank, blocks of all its rows and B
// columns. The boundary of each block travels by itself, by non-blocking calls that start as soon
// as the block is computed and are waited for only before it is computed again.
#include <mpi.h>

#include <array>
#include <vector>

#include "messages.hpp"
#include "run.hpp"
#include "variants.hpp"

namespace heat {
namespace {

/// The messages of one block under way; MPI_REQUEST_NULL where there is none.
struct Pending {
  enum Kind { send_first, send_last, recv_upper, recv_lower, kinds };
  std::array<MPI_Request, kinds> request;

  Pending() { request.fill(MPI_REQUEST_NULL); }
};

class Columns {
 public:
  explicit Columns(Run& run)
      : grid_(run.grid), waiting_(run.waiting), pending_(run.grid.block_cols()) {}

  int count() const { return grid_.block_cols(); }

  Block block(int j) const {
    const Block top = grid_.block(0, j);
    return {1, top.col, grid_.rows(), top.cols};
  }

  void wait(int j) { wait_all(waiting_, pending_[j].request); }

  /// What the next sweep over block j needs of both sides.
  void start_before_sweep(int j) {
    auto& request = pending_[j].request;
    if (grid_.upper() != Grid::nobody) {
      receive(0, j, grid_.upper(), tag_down(j), request[Pending::recv_upper]);
      send(1, j, grid_.upper(), tag_up(j), request[Pending::send_first]);
    }
    if (grid_.lower() != Grid::nobody) {
      receive(grid_.rows() + 1, j, grid_.lower(), tag_up(j), request[Pending::recv_lower]);
    }
  }

  void start_after_sweep(int j) {
    if (grid_.lower() != Grid::nobody) {
      send(grid_.rows(), j, grid_.lower(), tag_down(j), pending_[j].request[Pending::send_last]);
    }
  }

 private:
  static int tag_up(int j) { return 2 * j; }
  static int tag_down(int j) { return 2 * j + 1; }

  void send(int row, int j, int to, int tag, MPI_Request& request) {
    const Block b = block(j);
    MPI_Isend(grid_.row(row) + b.col, b.cols, MPI_DOUBLE, to, tag, MPI_COMM_WORLD, &request);
  }

  void receive(int row, int j, int from, int tag, MPI_Request& request) {
    const Block b = block(j);
    MPI_Irecv(grid_.row(row) + b.col, b.cols, MPI_DOUBLE, from, tag, MPI_COMM_WORLD, &request);
  }

  Grid& grid_;
  Waiting waiting_;
  std::vector<Pending> pending_;
};

}  // namespace

void solve_nbuffer(Run& run) {
  Columns columns(run);
  for (int j = 0; j < columns.count(); ++j) columns.start_before_sweep(j);
  for (int k = 0; k < run.iterations; ++k) {
    for (int j = 0; j < columns.count(); ++j) {
      columns.wait(j);
      run.update(columns.block(j));
      columns.start_after_sweep(j);
      if (k + 1 < run.iterations) columns.start_before_sweep(j);
    }
  }
  for (int j = 0; j < columns.count(); ++j) columns.wait(j);
}

}  // namespace heat
