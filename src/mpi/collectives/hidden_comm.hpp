// The communicator that carries the messages of collective operations: a duplicate of
// MPI_COMM_WORLD, made by MPI_Init_thread, which nobody else sees. One for all: each user
// communicator has a range of tags on it (comm_state.hpp).
//
// Not one duplicate for each of the user's: MPIs have a few thousand communicators, so not each can
// have one (private_comms.hpp), and here tags serve as well. It is the private communicator of
// MPI_COMM_WORLD, too. Inside MPI only.
#pragma once

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

class HiddenComm {
 public:
  /// Collective over MPI_COMM_WORLD; says what it waits for if other ranks don't come. Without it
  /// (TIDEMILL_MPI_COLLECTIVES=mpi; enabled otherwise than by MPI_Init_thread) collective
  /// operations are MPI's own.
  void open();
  void close();

  bool is_open() const { return comm_ != MPI_COMM_NULL; }
  MPI_Comm handle() const { return comm_; }
  int tag_limit() const { return tag_limit_; }  ///< the highest tag

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  int tag_limit_ = 0;
};

extern HiddenComm hidden_comm;

}  // namespace tidemill::mpi
