// The graph of tasks that sentinel, interop-blk and interop-nonblk share (paper of 2019, section
// 7.1 and figure 8): all blocks and all messages of all sweeps are tasks, ordered by nothing but
// dependences. What the variants choose is how a message task calls MPI (the Channel), and
// whether message tasks are serialised (the sentinel of figure 6).
//
// Dependences of block (i, j) in sweep k: on the blocks above and to the left in sweep k, on
// itself and the blocks to the right and below in sweep k-1. A block stands in depend clauses as
// its first cell, and so does a halo segment (Grid::representative). A block that depends on
// (in) its neighbours also keeps them from being overwritten too early, as does a task that sends
// its boundary; that is what orders the sweeps.
#pragma once

#include <cstdint>
#include <vector>

#include "common/clock.hpp"
#include "run.hpp"

namespace heat {

/// Channel has two static functions:
///   send(const Run& run, const double* data, int count, int peer, int tag)
///   receive(const Run& run, double* data, int count, int peer, int tag)
template <class Channel>
class TaskGraph {
 public:
  explicit TaskGraph(Run& run)
      : run_(&run), grid_(&run.grid), own_(std::size_t{directions} * grid_->block_cols()) {
    // Where waiting holds the thread, message tasks must not fill all threads with waits that
    // only each other's sends would end: one at a time, in the order of creation.
    sentinel_ = run.waiting == Waiting::pauses_task ? nullptr : &serialiser_;
  }

  void execute() {
#pragma omp parallel
#pragma omp single
    for (int k = 0; k < run_->iterations; ++k) create_sweep();
  }

 private:
  enum Direction { send_first, recv_upper, recv_lower, send_last, directions };

  void create_sweep() {
    Grid& grid = *grid_;
    const int cols = grid.block_cols();
    const int last = grid.block_rows() - 1;
    if (grid.upper() != Grid::nobody) {
      for (int j = 0; j < cols; ++j) create_send(send_first, 0, j);
      for (int j = 0; j < cols; ++j) create_receive(recv_upper, -1, j);
    }
    if (grid.lower() != Grid::nobody) {
      for (int j = 0; j < cols; ++j) create_receive(recv_lower, last + 1, j);
    }
    for (int i = 0; i <= last; ++i) {
      for (int j = 0; j < cols; ++j) create_update(i, j);
    }
    if (grid.lower() != Grid::nobody) {
      for (int j = 0; j < cols; ++j) create_send(send_last, last, j);
    }
  }

  void create_update(int i, int j) {
    Run* run = run_;
    const Block block = grid_->block(i, j);
    double* self = grid_->representative(i, j);
    double* top = grid_->representative(i - 1, j);
    double* left = grid_->representative(i, j - 1);
    double* right = grid_->representative(i, j + 1);
    double* bottom = grid_->representative(i + 1, j);
#pragma omp task default(none) firstprivate(run, block) depend(inout    \
                                                               : *self) \
    depend(in                                                           \
           : *top, *left, *right, *bottom)
    run->update(block);
  }

  /// Sends the boundary of block (i, j). Untied: may go on after the wait on any thread.
  void create_send(Direction direction, int i, int j) {
    Message message = make_message(direction, j);
    double* block = grid_->representative(i, j);
    char* order = order_of(direction, j);
#pragma omp task untied default(none) firstprivate(message) depend(in                     \
                                                                   : *block) depend(inout \
                                                                                    : *order)
    message.perform();
  }

  /// Receives the halo segment next to block column j; block row i is the halo's.
  void create_receive(Direction direction, int i, int j) {
    Message message = make_message(direction, j);
    double* halo = grid_->representative(i, j);
    char* order = order_of(direction, j);
#pragma omp task untied default(none) firstprivate(message) depend(out                   \
                                                                   : *halo) depend(inout \
                                                                                   : *order)
    message.perform();
  }

  struct Message {
    Run* run;
    double* data;
    int count, peer, tag;
    Direction direction;

    void perform() {
      const std::uint64_t begin = app::ticks_now();
      if (direction == send_first || direction == send_last) {
        Channel::send(*run, data, count, peer, tag);
      } else {
        Channel::receive(*run, data, count, peer, tag);
      }
      run->add_communicating(app::ticks_now() - begin);
    }
  };

  Message make_message(Direction direction, int j) {
    const Block block = grid_->block(0, j);
    const bool upwards = direction == send_first || direction == recv_lower;
    const bool to_or_from_upper = direction == send_first || direction == recv_upper;
    int row = 0;
    switch (direction) {
      case send_first:
        row = 1;
        break;
      case recv_upper:
        row = 0;
        break;
      case recv_lower:
        row = grid_->rows() + 1;
        break;
      default:
        row = grid_->rows();
        break;
    }
    // One tag for each block column and direction. The message of the next sweep has the same
    // one: dependences start it after this one has ended, on either side.
    return {run_,
            grid_->row(row) + block.col,
            block.cols,
            to_or_from_upper ? grid_->upper() : grid_->lower(),
            2 * j + (upwards ? 0 : 1),
            direction};
  }

  /// What a message task has an extra inout dependence on: the sentinel or, without one, a place
  /// of its own, where it meets only the same message of other sweeps, which the blocks order
  /// anyway. (OpenMP has no dependence that is ignored, as a null pointer is in OmpSs-2.)
  char* order_of(Direction direction, int j) {
    return sentinel_ ? sentinel_ : &own_[std::size_t{directions} * j + direction];
  }

  Run* run_;
  Grid* grid_;
  char serialiser_ = 0;
  char* sentinel_ = nullptr;
  std::vector<char> own_;
};

}  // namespace heat
